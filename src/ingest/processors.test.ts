import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseLossless } from "../compat/json/lossless-json.ts";
import type { Json } from "../core/json.ts";
import { runCase, testIngest } from "../testing/ingest/run-case.ts";

const cases = parseLossless(
  readFileSync(new URL("../testing/ingest/processor-cases.json", import.meta.url), "utf8"),
) as [Json, Json, Json, Json?][];

test("processors do what those of Elasticsearch and OpenSearch do, and refuse what they refuse", async () => {
  const service = testIngest();
  const wrong: string[] = [];
  for (const [processors, source, answer, extra] of cases) {
    const got = await runCase(service, processors, source, extra);
    try {
      expect(got).toEqual(answer);
    } catch {
      wrong.push(
        `${JSON.stringify(processors)} ${JSON.stringify(source)}\n  ${JSON.stringify(got)}\n  ${JSON.stringify(answer)}`,
      );
    }
  }
  expect(wrong.join("\n")).toBe("");
});

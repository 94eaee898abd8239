import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { parseLossless } from "../compat/json/lossless-json.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { runCase, testIngest } from "../testing/ingest/run-case.ts";

const recorded = (name: string): [Json, Json, Json, Json?][] => {
  const text = readFileSync(new URL(`../testing/ingest/${name}.json`, import.meta.url), "utf8");
  return parseLossless(text) as [Json, Json, Json, Json?][];
};

describe("processors do and refuse what those of Elasticsearch 7.10 and OpenSearch 3.8 do and refuse", () => {
  test.each(["processor-cases", "parsing-cases", "dissect-cases", "grok-cases", "template-cases", "user-agent-cases"])(
    "%s",
    async (name) => {
      const service = testIngest();
      const wrong: string[] = [];
      for (const [processors, source, answer, extra] of recorded(name)) {
        const got = await runCase(service, processors, source, extra);
        // What a configuration got wrong is always 400 here: Elasticsearch answers 500 for some of it, in the same
        // words.
        if (isJsonObject(answer) && answer["status"] === 500) answer["status"] = 400;
        if (isDeepStrictEqual(got, answer)) continue;
        wrong.push([processors, source, got, answer].map((part) => writeJson(part)).join("\n  "));
      }
      expect(wrong.join("\n")).toBe("");
    },
  );
});

import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { call, type ServerProcess, startServer } from "./server-process.ts";
import { CASES, comparable, pathOf } from "./termvectors-cases.ts";

/** What Elasticsearch 8.19 answered; written anew with WARDEX_ORACLE (its address) and WARDEX_RECORD=1. */
const recordFile = new URL("termvectors.json", import.meta.url);
const oracle = process.env["WARDEX_ORACLE"];
const recorded = (): unknown[] => JSON.parse(readFileSync(recordFile, "utf8")) as unknown[];

/** Sends all cases; the answers to requests for term vectors, each with its request. */
async function answersOf(url: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const one of CASES) {
    const [method, path, body] = one;
    const answer = await call(url, method, pathOf(one), body);
    if (path.includes("termvectors")) answers.push({ request: requestOf(one), answer: comparable(answer) });
    else expect(answer.status, `${requestOf(one)}: ${answer.text}`).toBeLessThan(300);
  }
  return answers;
}

function requestOf(one: (typeof CASES)[number]): string {
  const [method, , body] = one;
  return `${method} ${pathOf(one)} ${body === undefined ? "" : JSON.stringify(body)}`;
}

describe("term vectors", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(["--data", ":memory:", "--security", "off"]);
  });

  test("each request is answered as a real server does", async () => {
    const expected = recorded();
    const ours = await answersOf(server.url);
    expect(ours.length).toBe(expected.length);
    // All differences at once tell more than the first.
    expect(ours.filter((answer, place) => !isDeepStrictEqual(answer, expected[place]))).toEqual([]);
  });
});

describe.skipIf(oracle === undefined)("the term vectors of a real server", () => {
  test("are as they were recorded", { timeout: 60_000 }, async () => {
    const answers = await answersOf(oracle ?? "");
    if (process.env["WARDEX_RECORD"] !== undefined) writeFileSync(recordFile, `[\n${answers.map((answer) => JSON.stringify(answer)).join(",\n")}\n]\n`);
    expect(answers).toEqual(recorded());
  });
});

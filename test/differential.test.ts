/** The comparison with real servers, without one: between two servers of our own, and its parts. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
// Scripts are JavaScript; what they answer is looked at here.
import { differencesOf } from "../scripts/differential/compare.mjs";
import { kinds } from "../scripts/differential/kinds.mjs";
import { oracles } from "../scripts/differential/oracles.mjs";
import { fewest, shrunk } from "../scripts/differential/shrink.mjs";
import { startServer } from "./server-process.ts";

const script = fileURLToPath(new URL("../scripts/differential.mjs", import.meta.url));
const REQUESTS = 20;

function run(args: readonly string[], environment: Record<string, string>): Promise<{ code: number; output: string }> {
  const env = { ...process.env, ...environment };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"], env });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (piece: Buffer) => (output += piece.toString()));
    child.once("close", (code) => resolve({ code: code ?? -1, output }));
  });
}

const variables = Object.values(oracles).map(({ variable }) => variable);

test("requests of all kinds are answered alike by two servers of our own", { timeout: 240_000 }, async () => {
  const server = await startServer();
  try {
    const environment = Object.fromEntries(variables.map((variable) => [variable, server.url]));
    const { code, output } = await run(["--queries", String(REQUESTS), "--seed", "7"], environment);
    expect(code, output).toBe(0);
    for (const { name } of kinds) {
      const verdict = new RegExp(`${name}: no unexplained difference in ${REQUESTS} requests \\((.*)\\), seed 7`);
      const statuses = verdict.exec(output)?.[1] ?? "";
      // Nearly all requests are right ones.
      expect(Number(/200: (\d+)/.exec(statuses)?.[1] ?? 0), output).toBeGreaterThan(REQUESTS / 2);
    }
  } finally {
    await server.stop();
  }
});

test("kinds without a server to ask are skipped, with a word", { timeout: 120_000 }, async () => {
  const { code, output } = await run([], Object.fromEntries(variables.map((variable) => [variable, ""])));
  expect(code).toBe(0);
  for (const { name } of kinds) expect(output).toContain(`skipped: ${name} (`);
});

describe("answers", () => {
  const page = (hits: object[], total = hits.length) => ({
    status: 200,
    body: { took: hits.length, hits: { total: { value: total }, hits } },
  });
  const hit = (_id: string, _score: number) => ({ _id, _score });
  const placesOf = (ours: object, theirs: object, words = {}) =>
    differencesOf(ours, theirs, words).map(({ what }: { what: string }) => what);

  test("differ by totals, scores, order and members of hits", () => {
    expect(placesOf(page([hit("1", 1)]), page([hit("1", 1)]))).toEqual([]);
    expect(placesOf(page([hit("1", 1)], 5), page([hit("1", 1)], 6))).toEqual(["hits.total.value"]);
    expect(placesOf(page([hit("1", 1)]), page([hit("1", 1.1)]))).toEqual(["hits.order"]);
    expect(placesOf(page([hit("1", 1)]), page([hit("2", 1)]))).toEqual(["hits.ids"]);
    const found = [hit("1", 2), hit("2", 1)];
    expect(placesOf(page(found), page([hit("2", 2), hit("1", 1)]))).toContain("hits.ids");
    expect(placesOf(page([{ ...hit("1", 1), x: [1] }]), page([{ ...hit("1", 1), x: [2] }]))).toEqual(["hits.hit.x.0"]);
  });

  test("may tell documents that tie in another order, and others of them at the end of a page", () => {
    const one = [hit("1", 2), hit("2", 2 + 1e-7), hit("3", 1)];
    expect(placesOf(page(one), page([hit("2", 2), hit("1", 2), hit("3", 1)]))).toEqual([]);
    expect(placesOf(page(one, 9), page([hit("2", 2), hit("1", 2), hit("4", 1)], 9))).toEqual([]);
    expect(placesOf(page(one), page([hit("2", 2), hit("1", 2), hit("4", 1)]))).toEqual(["hits.ids"]);
  });

  test("that refuse differ by status, type and reason, but with words of another kind of server", () => {
    const refusal = (reason: string) => ({ status: 400, body: { error: { root_cause: [{ type: "t", reason }] } } });
    expect(placesOf(refusal("[1:2] a"), refusal("[3:4] a"))).toEqual([]);
    expect(placesOf(refusal("a"), refusal("b"))).toEqual(["error 400 t for 400 t"]);
    expect(placesOf(refusal("a"), refusal("b"), { hasOwnWords: true })).toEqual([]);
    expect(placesOf(refusal("a"), page([]), { hasOwnWords: true })).toEqual(["error 400 t for none"]);
  });

  test("explain scores by values and descriptions, details in any order", () => {
    const told = (value: number, ...details: object[]) =>
      page([{ ...hit("1", 1), _explanation: { value, description: "sum of:", details } }]);
    const [a, b] = [
      { value: 1, description: "a" },
      { value: 2, description: "b" },
    ];
    expect(placesOf(told(3, a, b), told(3, b, a))).toEqual([]);
    expect(placesOf(told(3, a, b), told(3, a))).toEqual(["hits.hit._explanation"]);
    expect(placesOf(told(3, a), told(4, a))).toEqual(["hits.hit._explanation"]);
  });
});

test("what fails is made smaller while it fails", async () => {
  const request = { size: 5, query: { bool: { must: [{ match: { a: "x y z" } }, { term: { b: 200 } }] } } };
  const holds = (value: unknown) => Promise.resolve(JSON.stringify(value).includes("y"));
  const least = await shrunk(request, (value: unknown) => holds(value), 500);
  expect(JSON.stringify(least).length).toBeLessThan(20);
  const numbers = Array.from({ length: 50 }, (_, at) => at);
  const both = (list: number[]) => Promise.resolve(list.includes(7) && list.includes(31));
  expect(await fewest(numbers, both, 500)).toEqual([7, 31]);
});

/**
 * The examples of docs/reference are sent as they stand there. What they answer was answered by Elasticsearch 8.19, or
 * by OpenSearch where 8.19 at hand lacks the module (its scores are another BM25's: those are ours); kinds that neither
 * knows are answered as this server does.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { examples, requestOf, setupRequests } from "../scripts/docs/reference-pages.mjs";
import { type ServerProcess, startServer } from "./server-process.ts";

const lists = Object.entries(examples());

describe("examples of the reference", () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer([]);
    for (const [method, path, body] of setupRequests()) {
      const { status, text } = await server.call(method, path, body, contentType(body));
      expect([status < 300, text]).toEqual([true, expect.not.stringContaining('"errors":true')]);
    }
    return async () => void (await server.stop());
  });

  test.each(
    lists.flatMap(([list, byKind]) => Object.entries(byKind).map(([kind, example]) => [list, kind, example] as const)),
  )("%s: %s", async (_list, _kind, example) => {
    const { index: _index, body: _body, ...answer } = example;
    expect(rounded(await answered(server, example))).toEqual(rounded(answer));
  });
});

type Example = (typeof lists)[number][1][string];

/** What of an answer an example shows. */
async function answered(server: ServerProcess, example: Example): Promise<object> {
  const [method, path, body] = requestOf(example);
  const { status, body: found } = await server.call(method, path, body);
  if (status !== 200) return { error: withoutPlace(found.error.root_cause[0]) };
  expect(found._shards.failed).toBe(0);
  if (found.aggregations) return { aggregations: found.aggregations };
  return { hits: found.hits.hits.map((hit: { _id: string; _score: number }) => [hit._id, hit._score]) };
}

function withoutPlace({ type, reason }: { type: string; reason: string }): object {
  return { type, reason };
}

const contentType = (body: unknown): Record<string, string> =>
  typeof body === "string" ? { "content-type": "application/x-ndjson" } : {};

/** Numbers to seven digits: those of a float. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, item: unknown) =>
    typeof item === "number" ? Number(item.toPrecision(7)) : item,
  );
}

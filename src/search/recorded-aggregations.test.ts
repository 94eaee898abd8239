/** Aggregations with the answers of real servers: one file of cases for each family. */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

interface RecordedIndex {
  readonly mapping: JsonObject;
  readonly shards?: number;
  /** A document, or its routing and the document. */
  readonly documents: readonly (JsonObject | readonly [string, JsonObject])[];
}

interface Recorded {
  readonly indices: Readonly<Record<string, RecordedIndex>>;
  readonly cases: readonly {
    readonly target: string;
    /** The server that answered: 8.19 where it knows the aggregation. */
    readonly server: string;
    readonly body: JsonObject;
    readonly answer: JsonObject;
  }[];
}

const FOLDER = new URL("./recorded-aggregations/", import.meta.url);

describe.each(readdirSync(FOLDER).map((file) => [file] as const))("%s", (file) => {
  const { indices, cases } = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as Recorded;
  const fixture = new SearchFixture();

  beforeAll(async () => {
    for (const [name, { mapping, shards = 1, documents }] of Object.entries(indices)) {
      await fixture.create(name, { mapping, shards });
      const routing: Record<string, string> = {};
      const sources = documents.map((document, id): [string, JsonObject] => {
        if (!Array.isArray(document)) return [String(id), document as JsonObject];
        routing[id] = (document as readonly [string, JsonObject])[0];
        return [String(id), (document as readonly [string, JsonObject])[1]];
      });
      await fixture.write(name, sources, routing);
    }
  });

  test.each(cases.map((one) => [one.target, JSON.stringify(one.body), one] as const))(
    "%s %s",
    async (target, _, one) => {
      expect(await answerOf(fixture, target, one.body)).toEqual(one.answer);
    },
  );
});

async function answerOf(fixture: SearchFixture, target: string, body: JsonObject): Promise<Json> {
  try {
    const found = await fixture.call("search", target.split(","), { size: 0, ...body }, { typed_keys: "true" });
    const failures = (found._shards as { failures?: readonly { reason: JsonObject }[] }).failures;
    if (failures) return { error: withoutPlace(failures[0]!.reason, false) };
    return found.aggregations ?? null;
  } catch (error) {
    const told = JSON.parse(JSON.stringify(errorResponse(error))) as { error: JsonObject };
    return { error: withoutPlace(innerError(told.error), true) };
  }
}

/** The error of the first shard, or that of the reduction. */
function innerError(error: JsonObject): JsonObject {
  if (error.type !== "search_phase_execution_exception") return error;
  const [first] = (error.failed_shards ?? []) as unknown as readonly { reason: JsonObject }[];
  return first?.reason ?? (error.caused_by as JsonObject | undefined) ?? error;
}

/** Type, reason and cause; places in a body are those of the text as it was sent. */
function withoutPlace({ type, reason, caused_by: cause }: JsonObject, whole: boolean): JsonObject {
  const told = { type: type!, reason: unplaced(reason) };
  if (!whole || cause === undefined) return told;
  const { type: causeType, reason: causeReason } = cause as JsonObject;
  return { ...told, caused_by: { type: causeType!, reason: unplaced(causeReason) } };
}

function unplaced(reason: Json | undefined): Json {
  return typeof reason === "string" ? reason.replaceAll(/\[\d+:\d+\]/g, "[1:1]") : (reason ?? null);
}

/** Scripts that change documents: updates, ingest pipelines and their conditions. */
import type { JsonObject } from "../../../core/json.ts";
import { ownOf, put } from "../../../core/names.ts";
import { booleanType, mapType, voidType } from "../compile/types.ts";
import { castError } from "../runtime/java-error.ts";
import { deeplyFrozen, jsonOf, mapOf, objectOf, valueOf } from "../runtime/json-values.ts";
import { JavaMap } from "../runtime/maps.ts";
import { textOf } from "../runtime/values.ts";
import { CtxMap, type CtxMember, IngestCtxMap } from "./ctx-map.ts";
import { contextOf } from "./document-context.ts";
import { type PainlessContext, painlessContextOf } from "./painless-context.ts";
import { fixedParams } from "./script-run.ts";

interface UpdateRun {
  readonly params: JavaMap;
  readonly ctx: JavaMap;
}

const reads = {
  params: [mapType, ({ params }: UpdateRun) => params] as const,
  ctx: [mapType, ({ ctx }: UpdateRun) => ctx] as const,
};

/** A context whose scripts change a document through `ctx`. */
function updating(
  name: "update" | "update_by_query" | "reindex",
  writable: Readonly<Record<string, CtxMember>>,
): PainlessContext {
  const members = new Map(Object.entries(writable));
  return painlessContextOf(name, contextOf<UpdateRun>(name, voidType, reads), (script) => (params) => ({
    run({ op, source, metadata, ops }) {
      const ctx = new CtxMap(members, Object.keys(metadata), ops);
      for (const key of Object.keys(metadata)) ctx.hold(key, valueOf(ownOf(metadata, key) ?? null));
      ctx.hold("op", op);
      ctx.hold("_source", mapOf(source));
      script.run({ params: fixedParams(params), ctx });
      const changed = ctx.get("_source");
      const made: JsonObject = {};
      for (const key of members.keys()) put(made, key, jsonOf(ctx.get(key)));
      return {
        op: textOf(ctx.get("op")),
        source: changed instanceof JavaMap ? objectOf(changed) : noSource(),
        metadata: made,
      };
    },
  }));
}

function noSource(): never {
  throw castError("_source must be a map");
}

const update = updating("update", {});
const updateByQuery = updating("update_by_query", {});
const reindex = updating("reindex", {
  _index: { kind: "text", isNullable: false },
  _id: { kind: "text", isNullable: true },
  _version: { kind: "long", isNullable: true },
  _routing: { kind: "text", isNullable: true },
});

const ingest = painlessContextOf("ingest", contextOf<UpdateRun>("ingest", voidType, reads), (script) => (params) => ({
  run(document, metadata) {
    const ctx = new IngestCtxMap(mapOf(document), mapOf(metadata));
    script.run({ params: fixedParams(params), ctx });
    const changed: JsonObject = {};
    for (const [name, value] of ctx.takeMetadata(Object.keys(metadata)))
      if (value !== null || Object.hasOwn(metadata, name)) put(changed, name, jsonOf(value));
    return { ctx: objectOf(ctx), metadata: changed };
  },
}));

const UNMODIFIABLE = "Mutating ingest documents in conditionals is not supported";

const condition = painlessContextOf(
  "processor_conditional",
  contextOf<UpdateRun>("processor_conditional", booleanType, reads),
  (script) => (params) => ({
    holds: (ctx) => script.run({ params: fixedParams(params), ctx: deeplyFrozen(mapOf(ctx), UNMODIFIABLE) }) === true,
  }),
);

export const updatePrograms: readonly PainlessContext[] = [update, updateByQuery, reindex, ingest, condition];

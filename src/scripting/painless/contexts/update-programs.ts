/** Scripts that change documents: updates, ingest pipelines and their conditions. */
import type { JsonObject } from "../../../core/json.ts";
import { ownOf, put } from "../../../core/names.ts";
import { booleanType, mapType, voidType } from "../compile/types.ts";
import { illegalArgumentError } from "../runtime/java-error.ts";
import { jsonOf, mapOf, objectOf, valueOf } from "../runtime/json-values.ts";
import { JavaMap } from "../runtime/maps.ts";
import { classNameOf, textOf, type Value } from "../runtime/values.ts";
import { contextOf } from "./document-context.ts";
import { type PainlessContext, painlessContextOf } from "./painless-context.ts";
import { fixedParams } from "./script-run.ts";
import { castError } from "../runtime/java-error.ts";

interface UpdateRun {
  readonly params: JavaMap;
  readonly ctx: JavaMap;
}

const reads = {
  params: [mapType, ({ params }: UpdateRun) => params] as const,
  ctx: [mapType, ({ ctx }: UpdateRun) => ctx] as const,
};

const update = painlessContextOf("update", contextOf<UpdateRun>("update", voidType, reads), (script) => (params) => ({
  run({ op, source, metadata, ops }) {
    const ctx = new CtxMap(Object.keys(metadata), ops);
    for (const key of Object.keys(metadata)) ctx.hold(key, valueOf(ownOf(metadata, key) ?? null));
    ctx.hold("op", op);
    ctx.hold("_source", mapOf(source));
    script.run({ params: fixedParams(params), ctx });
    const changed = ctx.get("_source");
    const made = ctx.get("op");
    return {
      op: made === null ? "null" : textOf(made),
      source: changed instanceof JavaMap ? objectOf(changed) : noSource(),
    };
  },
}));

function noSource(): never {
  throw castError("_source must be a map");
}

/** `ctx`: what the document is cannot be changed, and there is nothing else. */
class CtxMap extends JavaMap {
  readonly #fixed: ReadonlySet<string>;
  readonly #ops: readonly string[];

  constructor(fixed: readonly string[], ops: readonly string[]) {
    super("linked");
    this.#fixed = new Set(fixed);
    this.#ops = ops;
  }

  /** As it is at the beginning. */
  hold(key: string, value: Value): void {
    super.put(key, value);
  }

  override put(key: Value, value: Value): Value {
    const name = textOf(key);
    if (this.#fixed.has(name)) throw illegalArgumentError(`${name} cannot be updated`);
    if (name === "op" && !this.#ops.includes(textOf(value)))
      throw illegalArgumentError(
        `[op] must be one of ${this.#ops.filter((each) => each !== "none").join(", ")}, not [${textOf(value)}]`,
      );
    if (name === "_source" && !(value instanceof JavaMap))
      throw illegalArgumentError(
        `Expected [_source] to be a Map, not [${textOf(value)}] with type [${value === null ? "null" : classNameOf(value)}]`,
      );
    if (name !== "op" && name !== "_source")
      throw illegalArgumentError(`Cannot put key [${name}] with value [${textOf(value)}] into ctx`);
    return super.put(key, value);
  }
}

const ingest = painlessContextOf("ingest", contextOf<UpdateRun>("ingest", voidType, reads), (script) => (params) => ({
  run(document, metadata) {
    const ctx = mapOf(document);
    for (const key of Object.keys(metadata)) ctx.put(key, valueOf(ownOf(metadata, key) ?? null));
    script.run({ params: fixedParams(params), ctx });
    const changed: JsonObject = {};
    for (const key of Object.keys(metadata)) {
      put(changed, key, jsonOf(ctx.get(key)));
      ctx.remove(key);
    }
    return { ctx: objectOf(ctx), metadata: changed };
  },
}));

const condition = painlessContextOf(
  "processor_conditional",
  contextOf<UpdateRun>("processor_conditional", booleanType, reads),
  (script) => (params) => ({
    holds: (ctx) => script.run({ params: fixedParams(params), ctx: mapOf(ctx).freeze() }) === true,
  }),
);

export const updatePrograms: readonly PainlessContext[] = [update, ingest, condition];

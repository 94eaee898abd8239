/** What scripts make of the documents: a state for each shard, and one value of all states. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { JsonText } from "../../compat/json/json-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import type { Script } from "../../scripting/script.ts";
import type { ScriptSource } from "../../scripting/script-compiler.ts";
import type { ScriptPrograms } from "../../scripting/script-programs.ts";
import { type PortableValue, ScriptState } from "../../scripting/script-state.ts";
import { WINDOW_DOCS } from "../../segment/format.ts";
import type { Aggregation, AggregationKind, Collector, ShardCollection } from "../aggregation-kind.ts";
import { unsupportedToken, withinField } from "../declared-values.ts";
import { scriptDocuments } from "../values/script-documents.ts";

const KIND = "scripted_metric";
/** What a state is taken to hold (`BUCKET_COST_ESTIMATE`). */
const STATE_BYTES = 5120;
/** Documents between two looks for cancellation. */
const CHECKED_DOCS = 64;

/** `states` of shards; null for those that had nothing to collect. A result has its value too. */
interface ScriptedPartial {
  readonly states: readonly PortableValue[];
  readonly value?: Json;
}

interface Programs {
  readonly init: ScriptSource<"aggs_init"> | undefined;
  readonly map: ScriptSource<"aggs_map">;
  readonly combine: ScriptSource<"aggs_combine">;
  readonly reduce: ScriptSource<"aggs_reduce">;
}

interface Asked {
  readonly init: Script | undefined;
  readonly map: Script;
  readonly combine: Script;
  readonly reduce: Script;
}

function readScript(read: BodyReader, key: string): Script | undefined {
  const given = read.json(key);
  if (given === undefined) return undefined;
  if (typeof given !== "string" && !isJsonObject(given)) throw unsupportedToken(read, key, given);
  return withinField(read, key, () => scriptOfRequest(given));
}

function readAsked(name: string, read: BodyReader): Asked & { readonly params: JsonObject } {
  const init = readScript(read, "init_script");
  const map = readScript(read, "map_script");
  const combine = readScript(read, "combine_script");
  const reduce = readScript(read, "reduce_script");
  const params = read.json("params") ?? {};
  if (!isJsonObject(params)) throw unsupportedToken(read, "params", params);
  read.end();
  if (!map) throw illegalArgument("Required [map_script]");
  if (!combine) throw illegalArgument(`[combine_script] must not be null: [${name}]`);
  if (!reduce) throw illegalArgument(`[reduce_script] must not be null: [${name}]`);
  return { init, map, combine, reduce, params };
}

/** A script that sees the parameters of the aggregation too. */
function withParams(script: Script, params: JsonObject): Script {
  const twice = Object.keys(script.params).find((key) => Object.hasOwn(params, key));
  if (twice !== undefined)
    throw illegalArgument(`Parameter name "${twice}" used in both aggregation and script parameters`);
  return { ...script, params: { ...params, ...script.params } };
}

/** Runs the scripts of one bucket. */
interface BucketState {
  readonly state: ScriptState;
  readonly add: ReturnType<ScriptPrograms["aggs_map"]["on"]>;
}

function collector({ init, map, combine }: Programs, shard: ShardCollection): Collector<ScriptedPartial> {
  const states: (BucketState | undefined)[] = [];
  const begin = (): BucketState => {
    shard.reserve(STATE_BYTES);
    const state = new ScriptState();
    init?.().on(state)();
    return { state, add: map().on(state) };
  };
  // Scripts that cannot be compiled fail the shard, whatever it holds.
  for (const program of [init, map, combine]) program?.();
  return {
    segment(reader) {
      const documents = scriptDocuments(shard, reader);
      return {
        collect(docs, count, buckets) {
          for (let i = 0; i < count; i++) {
            if (i % CHECKED_DOCS === 0) shard.searcher.planning?.checkpoint();
            const doc = docs[i]!;
            const { add } = (states[buckets ? buckets[i]! : 0] ??= begin());
            add(documents, doc, shard.scores?.[doc % WINDOW_DOCS] ?? 0);
          }
        },
      };
    },
    results: (buckets) =>
      Array.from(buckets, (bucket) => ({ states: [combine().on((states[bucket] ?? begin()).state)()] })),
  };
}

export const scriptedMetric: AggregationKind = {
  name: KIND,
  summary: "What scripts make of the documents: a state on each shard, and one value of all states.",
  bucket: false,
  parse(name, body, _children, { mapping }): Aggregation<ScriptedPartial> {
    const { params, ...asked } = readAsked(name, new BodyReader(KIND, body, "object"));
    const { scripts } = mapping;
    const programs: Programs = {
      init: asked.init && scripts.program(withParams(asked.init, params), "aggs_init"),
      map: scripts.program(withParams(asked.map, params), "aggs_map"),
      combine: scripts.program(withParams(asked.combine, params), "aggs_combine"),
      reduce: scripts.program(withParams(asked.reduce, params), "aggs_reduce"),
    };
    // A bucket that was added without documents has a single state, null.
    const valueOf = ({ states, value }: ScriptedPartial): Json =>
      value === undefined ? programs.reduce().reduce(states) : value;
    return {
      name,
      kind: KIND,
      needsScores: /\b_score\b/.test(scripts.inline(asked.map).source),
      collector: (shard) => collector(programs, shard),
      empty: () => ({ states: [null] }),
      merge(partials) {
        const states = partials.flatMap((partial) => partial.states);
        return { states, value: programs.reduce().reduce(states) };
      },
      render: (partial) => ({ value: valueOf(partial) }),
      typeName: () => KIND,
      sortable: { of: "unsortable", properties: ["value"] },
      metric(partial) {
        const made: unknown = valueOf(partial);
        const value = made instanceof JsonText ? made.value() : made;
        return typeof value === "number" || typeof value === "bigint" ? Number(value) : Number.NaN;
      },
    };
  },
};

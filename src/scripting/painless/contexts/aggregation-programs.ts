/** Scripts of `scripted_metric` and of pipelines. */
import type { JsonObject } from "../../../core/json.ts";
import type { ScriptSegment } from "../../script-document.ts";
import type { ScriptState } from "../../script-state.ts";
import { booleanType, defType, doubleType, listType, mapType, typeNamed, voidType } from "../compile/types.ts";
import { formOf } from "../runtime/array-forms.ts";
import { JavaArray, JavaList } from "../runtime/collections.ts";
import { jsonOf, mapOf } from "../runtime/json-values.ts";
import { JavaMap } from "../runtime/maps.ts";
import { doubleFrom } from "../runtime/numbers.ts";
import { portableOf, valueOfPortable } from "../runtime/portable-values.ts";
import { boxInt, type Value } from "../runtime/values.ts";
import { contextOf, sourceReads } from "./document-context.ts";
import { type PainlessContext, painlessContextOf } from "./painless-context.ts";
import { DocumentRun, fixedParams } from "./script-run.ts";

const maps = new WeakMap<ScriptState, JavaMap>();

function stateOf(state: ScriptState): JavaMap {
  let map = maps.get(state);
  if (!map) maps.set(state, (map = new JavaMap()));
  return map;
}

interface StateRun {
  readonly params: JavaMap;
  readonly state: JavaMap;
}

const stateReads = {
  params: [mapType, ({ params }: StateRun) => params] as const,
  state: [mapType, ({ state }: StateRun) => state] as const,
};

class MapRun extends DocumentRun {
  readonly state: JavaMap;

  constructor(params: JsonObject, state: JavaMap) {
    super(params);
    this.state = state;
  }
}

const init = painlessContextOf(
  "aggs_init",
  contextOf<StateRun>("aggs_init", voidType, stateReads),
  (script) => (params) => ({
    on(state) {
      const run: StateRun = { params: fixedParams(params), state: stateOf(state) };
      return () => void script.run(run);
    },
  }),
);

const map = painlessContextOf(
  "aggs_map",
  contextOf<MapRun>("aggs_map", voidType, {
    ...(sourceReads as Record<string, never>),
    state: [mapType, ({ state }) => state],
    _score: [doubleType, ({ score }) => score],
  }),
  (script) => (params) => ({
    on(state) {
      const run = new MapRun(params, stateOf(state));
      let last: ScriptSegment | undefined;
      let moveTo: (doc: number) => void = () => undefined;
      let execute: () => unknown = () => undefined;
      return (segment, doc, score) => {
        if (segment !== last) {
          moveTo = run.over(segment);
          execute = script.over(run, segment.columns);
        }
        last = segment;
        moveTo(doc);
        run.score = score;
        execute();
      };
    },
  }),
);

const combine = painlessContextOf(
  "aggs_combine",
  contextOf<StateRun>("aggs_combine", defType, stateReads),
  (script) => (params) => ({
    on(state) {
      const run: StateRun = { params: fixedParams(params), state: stateOf(state) };
      return () => portableOf(script.run(run) as Value);
    },
  }),
);

interface ReduceRun {
  readonly params: JavaMap;
  readonly states: JavaList;
}

const reduce = painlessContextOf(
  "aggs_reduce",
  contextOf<ReduceRun>("aggs_reduce", defType, {
    params: [mapType, ({ params }) => params],
    states: [listType, ({ states }) => states],
  }),
  (script) => (params) => ({
    reduce(states) {
      const run: ReduceRun = {
        params: fixedParams(params),
        states: new JavaList(states.map(valueOfPortable)),
      };
      try {
        return jsonOf(script.run(run) as Value);
      } catch (error) {
        throw script.failure(error);
      }
    },
  }),
);

interface ParamsRun {
  params: JavaMap;
}

const params = { params: [mapType, (run: ParamsRun) => run.params] as const };

/** The parameters with values of buckets, which are doubles. */
function withValues(given: JsonObject, values: Readonly<Record<string, number>>): ParamsRun {
  const all = mapOf(given, "hash");
  for (const [name, value] of Object.entries(values)) all.put(name, value);
  return { params: all.freeze() };
}

const bucket = painlessContextOf(
  "bucket_aggregation",
  contextOf<ParamsRun>("bucket_aggregation", typeNamed("Number"), params),
  (script) => (given) => ({
    value(values) {
      const made = script.run(withValues(given, values)) as Value;
      return made === null ? null : doubleFrom(made);
    },
  }),
);

const selector = painlessContextOf(
  "aggregation_selector",
  contextOf<ParamsRun>("aggregation_selector", booleanType, params),
  (script) => (given) => ({ picks: (values) => script.run(withValues(given, values)) === true }),
);

/** Counts are reckoned with as ints, whatever they are: the class that has them tells nothing else of them. */
const heuristic = painlessContextOf(
  "script_heuristic",
  contextOf<ParamsRun>("script_heuristic", doubleType, params),
  (script) => (given) => ({
    score(frequencies) {
      const all = mapOf(given, "hash");
      for (const [name, value] of Object.entries(frequencies)) all.put(name, boxInt(value | 0));
      return script.run({ params: all.freeze() }) as number;
    },
  }),
);

interface WindowRun extends ParamsRun {
  readonly values: JavaArray;
}

const moving = painlessContextOf(
  "moving-function",
  contextOf<WindowRun>("moving-function", doubleType, {
    params: [mapType, (run) => run.params],
    values: [typeNamed("double[]"), ({ values }) => values],
  }),
  (script) => (given) => ({
    value(values) {
      const run: WindowRun = {
        params: fixedParams(given),
        values: new JavaArray("double", [...values], formOf("double")),
      };
      return script.run(run) as number;
    },
  }),
);

export const aggregationPrograms: readonly PainlessContext[] = [
  init,
  map,
  combine,
  reduce,
  bucket,
  selector,
  heuristic,
  moving,
];

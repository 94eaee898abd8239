/** Scripts that make the values of fields, with `emit`; script fields of hits. */
import type { Json } from "../../../core/json.ts";
import type { ScriptDocument, ScriptPoint } from "../../script-document.ts";
import type { FieldProgram, ScriptContext } from "../../script-programs.ts";
import {
  booleanType,
  defType,
  doubleType,
  longType,
  mapType,
  stringType,
  type Type,
  voidType,
} from "../compile/types.ts";
import { JavaArray, JavaCollection, JavaIterable } from "../runtime/collections.ts";
import { illegalArgumentError } from "../runtime/java-error.ts";
import { jsonOf } from "../runtime/json-values.ts";
import type { Long } from "../runtime/longs.ts";
import { JavaMap } from "../runtime/maps.ts";
import { boxLong, textOf, type Value } from "../runtime/values.ts";
import { contextOf, fieldCalls, sourceReads } from "./document-context.ts";
import { type PainlessContext, painlessContextOf } from "./painless-context.ts";
import { DocumentRun } from "./script-run.ts";

/** Values of one document (`AbstractFieldScript.MAX_VALUES`), and of one script in characters. */
const MOST_VALUES = 100;
const MOST_CHARACTERS = 1024 * 1024;

function add(run: DocumentRun, value: Value): void {
  if (run.emitted.length >= MOST_VALUES)
    throw illegalArgumentError(
      `Runtime field [field] is emitting [${MOST_VALUES + 1}] values while the maximum number of values allowed is [${MOST_VALUES}]`,
    );
  run.emitted.push(value);
}

/** A context whose scripts emit values of one type. */
function emitting(
  name: ScriptContext,
  parameters: readonly Type[],
  emit: (run: DocumentRun, ...args: never[]) => void,
  read: (value: Value) => unknown,
): PainlessContext {
  const definition = contextOf<DocumentRun>(name, voidType, sourceReads, {
    ...fieldCalls,
    [`emit/${parameters.length}`]: [parameters, voidType, emit],
  });
  return painlessContextOf(name, definition, (script) => (params) => {
    const run = new DocumentRun(params);
    const program: FieldProgram<unknown> = {
      values(document) {
        run.emitted.length = 0;
        runOn(run, document);
        script.run(run);
        return run.emitted.map(read);
      },
    };
    return program as never;
  });
}

function runOn(run: DocumentRun, document: ScriptDocument): void {
  run.moveTo(document.columns, document.doc, () => document.source);
}

const composite = painlessContextOf(
  "composite_field",
  contextOf<DocumentRun>("composite_field", voidType, sourceReads, {
    ...fieldCalls,
    "emit/2": [
      [stringType, defType],
      voidType,
      (run: DocumentRun, name: string, value: Value) => emitNamed(run, name, value),
    ],
    "emit/1": [
      [mapType],
      voidType,
      (run: DocumentRun, values: JavaMap) => {
        for (const { key, value } of values.entries()) emitNamed(run, textOf(key), value);
      },
    ],
  }),
  (script) => (params) => {
    const run = new DocumentRun(params);
    return {
      values(document) {
        run.emitted.length = 0;
        runOn(run, document);
        script.run(run);
        return named(run.emitted);
      },
    };
  },
);

/** A pair of a name and a value. */
function emitNamed(run: DocumentRun, name: string, value: Value): void {
  const pair = new JavaMap();
  pair.put("name", name);
  pair.put("value", value);
  run.emitted.push(pair);
}

function named(pairs: readonly Value[]): ReadonlyMap<string, readonly Json[]> {
  const values = new Map<string, Json[]>();
  for (const pair of pairs) {
    if (!(pair instanceof JavaMap)) continue;
    const name = textOf(pair.get("name"));
    const value = pair.get("value");
    const list = values.get(name) ?? [];
    if (value instanceof JavaCollection) for (const each of value.values()) list.push(jsonOf(each));
    else list.push(jsonOf(value));
    values.set(name, list);
  }
  return values;
}

const field = painlessContextOf(
  "field",
  contextOf<DocumentRun>("field", defType, sourceReads, fieldCalls),
  (script) => (params) => {
    const run = new DocumentRun(params);
    return {
      value(document) {
        runOn(run, document);
        const made = script.run(run) as Value;
        if (made instanceof JavaArray || made instanceof JavaIterable) return jsonOf(made);
        return jsonOf(made);
      },
    };
  },
);

class Point {
  readonly lat: number;
  readonly lon: number;

  constructor(lat: number, lon: number) {
    this.lat = lat;
    this.lon = lon;
  }
}

export const fieldPrograms: readonly PainlessContext[] = [
  emitting(
    "boolean_field",
    [booleanType],
    (run, value: boolean) => add(run, value),
    (value) => value === true,
  ),
  emitting("date_field", [longType], (run, value: Long) => add(run, boxLong(value)), numberOf),
  emitting("double_field", [doubleType], (run, value: number) => add(run, value), Number),
  emitting(
    "geo_point_field",
    [doubleType, doubleType],
    (run, lat: number, lon: number) =>
      add(run, new JavaArray("double", [lat, lon], { box: (v: number) => v, unbox: Number })),
    (value): ScriptPoint => {
      const [lat = 0, lon = 0] = (value as JavaArray).items as number[];
      return new Point(lat, lon);
    },
  ),
  emitting("ip_field", [stringType], (run, value: string | null) => addText(run, value), textOf),
  emitting("keyword_field", [stringType], (run, value: string | null) => addText(run, value), textOf),
  emitting("long_field", [longType], (run, value: Long) => add(run, boxLong(value)), numberOf),
  composite,
  field,
];

function numberOf(value: Value): unknown {
  return typeof value === "object" && value !== null && "value" in value ? value.value : value;
}

function addText(run: DocumentRun, value: string | null): void {
  // Elasticsearch emits nothing for null.
  if (value === null) return;
  const characters = run.emitted.reduce((sum: number, each) => sum + textOf(each).length, 0) + value.length;
  if (characters > MOST_CHARACTERS)
    throw illegalArgumentError(
      `Runtime field [field] is emitting [${characters}] characters while the maximum number of values allowed is [${MOST_CHARACTERS}]`,
    );
  add(run, value);
}

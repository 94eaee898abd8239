/** The variables and functions of contexts whose scripts look at a document. */
import type { ScriptColumn } from "../../script-document.ts";
import type { ContextDefinition, ContextFunction, ContextVariable } from "../compile/context-definition.ts";
import { defType, mapType, stringType, type Type, typeNamed } from "../compile/types.ts";
import { DocValues, FieldValues, firstOf } from "../runtime/doc-values.ts";
import type { Value } from "../runtime/values.ts";
import type { DocumentRun } from "./script-run.ts";

type Reads<Run> = Readonly<Record<string, readonly [Type, (run: Run) => unknown, ContextVariable["firstValues"]?]>>;
type Calls<Run> = Readonly<
  Record<string, readonly [parameters: readonly Type[], returns: Type, (run: Run, ...args: never[]) => unknown]>
>;

/** A context. Functions by name and number of arguments. */
export function contextOf<Run>(
  name: string,
  returns: Type,
  reads: Reads<Run>,
  calls: Calls<Run> = {},
): ContextDefinition {
  return {
    name,
    returns,
    variables: new Map(
      Object.entries(reads).map(([key, [type, read, first]]) => [
        key,
        { type, read, ...(first ? { firstValues: first } : {}) } satisfies ContextVariable,
      ]),
    ),
    functions: new Map(
      Object.entries(calls).map(([key, [parameters, result, call]]) => [
        key,
        { parameters, returns: result, call } satisfies ContextFunction,
      ]),
    ),
  };
}

export const paramsOnly: Reads<DocumentRun> = { params: [mapType, ({ params }) => params] };

/** `params` and `doc`. */
export const documentReads: Reads<DocumentRun> = {
  ...paramsOnly,
  doc: [
    mapType,
    ({ docs }) => docs,
    {
      column: ({ docs }: DocumentRun, field: string) => docs.column(field),
      value: (column: ScriptColumn, { doc }: DocumentRun) => firstOf(column, doc),
    },
  ],
};

/** `_source` too. */
export const sourceReads: Reads<DocumentRun> = {
  ...documentReads,
  _source: [mapType, ({ source }) => source ?? null],
};

function fieldOf(run: DocumentRun, name: string): FieldValues {
  const column = run.docs.columnIfAny(name);
  return new FieldValues(name, column ? new DocValues(column, run.doc).items : []);
}

/** `field('x')` and `$('x', other)`. */
export const fieldCalls: Calls<DocumentRun> = {
  "field/1": [[stringType], typeNamed("org.elasticsearch.script.field.Field"), fieldOf],
  "$/2": [
    [stringType, defType],
    defType,
    (run: DocumentRun, name: string, other: Value) => fieldOf(run, name).items[0] ?? other,
  ],
};

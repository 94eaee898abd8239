/** The variables and functions of contexts whose scripts look at a document. */
import type { ScriptColumn } from "../../script-document.ts";
import type { ContextDefinition, ContextFunction, ContextVariable } from "../compile/context-definition.ts";
import { defType, mapType, stringType, type Type, typeNamed } from "../compile/types.ts";
import { DocValues, FieldValues, firstNumberOf, firstOf } from "../runtime/doc-values.ts";
import type { Value } from "../runtime/values.ts";
import type { DocumentRun } from "./script-run.ts";

type Reads<Run> = Readonly<
  Record<string, readonly [Type, (run: Run) => unknown, Pick<ContextVariable, "firstValues" | "typedItem">?]>
>;
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
      Object.entries(reads).map(([key, [type, read, typed]]) => [
        key,
        { type, read, ...typed } satisfies ContextVariable,
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

/** `params` and `doc`. */
export const documentReads: Reads<DocumentRun> = {
  params: [
    mapType,
    ({ params }) => params,
    {
      typedItem:
        (place: number) =>
        ({ numbers }: DocumentRun) =>
          numbers[place]!,
    },
  ],
  doc: [
    mapType,
    ({ docs }) => docs,
    {
      firstValues: {
        column: ({ docs }: DocumentRun, field: string) => docs.column(field),
        value: (column: ScriptColumn, { doc }: DocumentRun) => firstOf(column, doc),
        count: (column: ScriptColumn, { doc }: DocumentRun) => column.count(doc),
        typed:
          (place: number) =>
          ({ firsts, columns, doc }: DocumentRun): number => {
            const first = firsts[place]!(doc);
            return first === first ? first : firstNumberOf(columns[place]!, doc);
          },
      },
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

/**
 * What a script reads again and again while it runs over the documents of a segment: the first value of a field by
 * `doc['x'].value`, parameters by `params.x`. Where it is known of which type these are, code is made for that, which
 * neither looks them up nor makes objects of numbers.
 */
import type { ScriptColumn, ScriptColumns } from "../../script-document.ts";
import type { Boxed, Value } from "../runtime/values.ts";
import { doubleType, intType, longType, type Type } from "./types.ts";

/** The names that a script reads, in an order that is theirs in all its forms. */
export interface ReadNames {
  readonly fields: readonly string[];
  readonly params: readonly string[];
}

/** The types of these; undefined: nothing is known. */
export interface ReadTypes {
  readonly fields: readonly (Type | undefined)[];
  readonly params: readonly (Type | undefined)[];
}

/** What such code reads from. */
export interface TypedReads {
  readonly doc: number;
  /** The first value of a document by field; NaN: not told from none. */
  firsts: readonly ((doc: number) => number)[];
  columns: readonly (ScriptColumn | undefined)[];
  numbers: readonly number[];
}

const nothing = (): number => Number.NaN;

/** Prepares a run for code of the types that are answered; undefined: it would be no other. */
export function typeReads(
  { fields, params }: ReadNames,
  run: TypedReads,
  given: { readonly columns: ScriptColumns; readonly param: (name: string) => Value },
): ReadTypes | undefined {
  const columns = fields.map((field) => columnIfAny(given.columns, field));
  const types: ReadTypes = {
    fields: columns.map((column) => (column?.first ? typeOfForm(column.form) : undefined)),
    params: params.map((name) => typeOfNumber(given.param(name))),
  };
  if (![...types.fields, ...types.params].some((type) => type !== undefined)) return undefined;
  run.columns = columns;
  run.firsts = columns.map((column) => column?.first ?? nothing);
  run.numbers = params.map((name, at) => (types.params[at] ? numberOf(given.param(name)) : Number.NaN));
  return types;
}

/** The same text for the same types. */
export function keyOfTypes({ fields, params }: ReadTypes): string {
  return [...fields, ...params].map((type) => type?.name ?? "").join();
}

/** What cannot be read is told when the script comes to it. */
function columnIfAny(columns: ScriptColumns, field: string): ScriptColumn | undefined {
  try {
    return columns(field);
  } catch {
    return undefined;
  }
}

function typeOfForm(form: ScriptColumn["form"]): Type | undefined {
  if (form === "long") return longType;
  return form === "double" ? doubleType : undefined;
}

function typeOfNumber(value: Value): Type | undefined {
  if (typeof value === "number") return doubleType;
  const { kind, value: number } = (value ?? {}) as Partial<Boxed>;
  if (typeof number !== "number") return undefined;
  if (kind === "int") return intType;
  return kind === "long" ? longType : undefined;
}

function numberOf(value: Value): number {
  return typeof value === "number" ? value : Number((value as Boxed).value);
}

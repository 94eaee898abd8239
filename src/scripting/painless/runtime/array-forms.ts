/** How the values of arrays of each type are kept. */
import { castToBoolean, castToNumber, castToText, type NumberKind, boxed } from "./numbers.ts";
import type { Long } from "./longs.ts";
import type { Value } from "./values.ts";

/** To objects, and back. */
export interface ArrayForm {
  readonly box: (value: never) => Value;
  readonly unbox: (value: Value) => unknown;
  readonly zero: unknown;
}

function numbers(kind: NumberKind): ArrayForm {
  return { box: (value: Long) => boxed(kind, value), unbox: (value) => castToNumber(value, kind, false), zero: 0 };
}

export const charForm = numbers("char");
export const stringForm: ArrayForm = {
  box: (value: Value) => value,
  unbox: (value) => castToText(value, false),
  zero: null,
};
const objectForm: ArrayForm = { box: (value: Value) => value, unbox: (value) => value, zero: null };

const forms: ReadonlyMap<string, ArrayForm> = new Map([
  ["boolean", { box: (value: boolean) => value, unbox: castToBoolean, zero: false }],
  ["char", charForm],
  ["java.lang.String", stringForm],
  ...(["byte", "short", "int", "long", "float", "double"] as const).map((kind) => [kind, numbers(kind)] as const),
]);

/** Of arrays of a type. */
export function formOf(component: string): ArrayForm {
  return forms.get(component) ?? objectForm;
}

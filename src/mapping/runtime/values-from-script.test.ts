import { expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type { FieldProgram } from "../../scripting/script-programs.ts";
import type { RuntimeDocument } from "./runtime-values.ts";
import { type CompositeParent, valuesFromComposite, valuesFromScript } from "./values-from-script.ts";

function documentOf(source: JsonObject): RuntimeDocument {
  return { source, visibleSource: source, text: JSON.stringify(source), doc: 0, columns: () => undefined };
}

/** Emits the number of the document, and fails without one. */
const numbers: FieldProgram<number> = {
  values({ source }) {
    if (typeof source["n"] !== "number") throw new RequestError(400, "script_exception", "runtime error");
    return [source["n"]];
  },
};

test("values are what the script emits, in the unit of the column", () => {
  const values = valuesFromScript({ key: "k", program: () => numbers, continues: false, read: (value) => value * 10 });
  expect(values.of(documentOf({ n: 3 }))).toEqual([30]);
  expect(() => values.of(documentOf({}))).toThrow("runtime error");
});

test("a document on which the script fails has no values where the field says so", () => {
  const values = valuesFromScript({ key: "k", program: () => numbers, continues: true, read: (value) => value });
  expect(values.of(documentOf({}))).toEqual([]);
});

test("a script without a program is not a failure of a document", () => {
  const program = (): FieldProgram<number> => {
    throw new RequestError(400, "script_exception", "not there");
  };
  for (const continues of [true, false]) {
    expect(() =>
      valuesFromScript({ key: "k", program, continues, read: (value) => value }).of(documentOf({ n: 1 })),
    ).toThrow("not there");
  }
});

test("a field takes the values of a composite script that fit its type", () => {
  const parent: CompositeParent = {
    name: "c",
    key: "c",
    emitted: (_document, name) => (name === "a" ? [1, "2", "x", null] : []),
  };
  const read = (value: unknown): number | undefined => {
    if (value === "x") throw new RequestError(400, "illegal_argument_exception", "no number");
    return value === null ? undefined : Number(value);
  };
  expect(valuesFromComposite(parent, "a", "k", read).of(documentOf({}))).toEqual([1, 2]);
  expect(valuesFromComposite(parent, "b", "k", read).of(documentOf({}))).toEqual([]);
});

/** Code that is made for the types of columns and parameters answers what code that knows nothing of them does. */
import { expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import type { ScriptColumn } from "../script-document.ts";
import { defType } from "./compile/types.ts";
import { contextOf, documentReads, fieldCalls } from "./contexts/document-context.ts";
import { DocumentRun } from "./contexts/script-run.ts";
import { PainlessScript } from "./painless-script.ts";
import { classNameOf, textOf, type Value } from "./runtime/values.ts";

const numbers = (form: "long" | "double", values: readonly (readonly number[])[]): ScriptColumn => ({
  form,
  count: (doc) => values[doc]!.length,
  value: (doc, index) => values[doc]![index]!,
  first: (doc) => values[doc]![0] ?? Number.NaN,
});
const columns: Readonly<Record<string, ScriptColumn>> = {
  l: numbers("long", [[3], [-7, 9], [], [2 ** 31]]),
  m: numbers("long", [[0], [2], [5], [-1]]),
  d: numbers("double", [[1.5], [Number.NaN], [], [-0]]),
  k: { form: "text", count: () => 1, value: () => "text" },
};
const params = { i: 2, l: 2 ** 40, d: 0.5, t: "x", big: 2n ** 60n, list: [1] };

const SOURCES = [
  "doc['l'].value * 1.5 + doc.m.value / params.i",
  "doc['l'].value / doc['m'].value",
  "doc['l'].value % 2 == 1 ? doc['l'].value : 1",
  "(doc['m'].value > 1 ? doc['d'].value : 7) / 2",
  "doc['l'].value + 'x' + doc['d'].value + params.d",
  "int x = doc['l'].value; return x",
  "int x = (int) doc['l'].value; return x * x * x",
  "long x = doc['l'].value; return x * params.l",
  "double x = doc['m'].value; x += doc['l'].value; return x",
  "int x = 5; x += doc['l'].value; return x",
  "def x = doc['l'].value; x += params.d; return x",
  "doc['l'].value == null ? 1 : 2",
  "doc['l'].value instanceof Long && doc['m'].value instanceof long",
  "doc['l'].value == doc['m'].value + 3 || params.i == doc['m'].value",
  "params.i << doc['m'].value",
  "-doc['l'].value + ~doc['m'].value",
  "!doc['d'].value",
  "doc['l'].value.toString() + doc['m'].value.hashCode()",
  "Math.max(doc['l'].value, params.i) + Math.round(doc['d'].value)",
  "[doc['l'].value, doc['d'].value, params.i]",
  "def m = doc['m'].value; return [1, 2].stream().map(x -> x + m).collect(Collectors.toList())",
  "long f(long a) { return a * 2 } f(doc['m'].value) + f(params.i)",
  "Map doc = ['l': 4]; return doc['l']",
  "params.i = 3; return 1",
  "params['i']++; return 1",
  "params.missing + 1",
  "params.t + params.big + params.list[0] + params?.i",
  "doc['l'].size() + doc['l'].size() / 2 + (doc['d'].empty ? 10 : 20) + (doc['k'].isEmpty() ? 1 : 2)",
  "doc['l'].size() == 0 ? null : doc['l'].get(0)",
  "doc['none'].value",
  "doc['none'].size()",
  "doc['k'].value + doc['k'].size()",
  "for (int i = 0; i < doc['m'].value; ++i) { if (i > params.i) { return i } } return doc['l'].value ?: 5",
];

test("forms by types answer the same values of the same classes, and fail the same", () => {
  let typed = 0;
  for (const source of SOURCES) {
    const script = new PainlessScript(source, contextOf<DocumentRun>("t", defType, documentReads, fieldCalls));
    for (let doc = 0; doc < 4; doc++) {
      const plain = outcomeOf(doc, (run) => script.run(run));
      const made = outcomeOf(doc, (run) => {
        const execute = script.over(run, (path) => columns[path]);
        typed += run.firsts.length;
        return execute();
      });
      expect(made, `${source} on ${doc}`).toEqual(plain);
    }
  }
  expect(typed).toBeGreaterThan(50);
});

function outcomeOf(doc: number, execute: (run: DocumentRun) => unknown): unknown {
  const run = new DocumentRun(params, (path) => columns[path]);
  run.over({ columns: (path) => columns[path] })(doc);
  try {
    const value = execute(run) as Value;
    return [value === null ? "null" : classNameOf(value), value === null ? null : textOf(value)];
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [error.type, error.message, error.cause, error.details];
  }
}

test("a script that takes long is stopped when nobody waits for it any more, whatever it catches", () => {
  const source = "for (int i = 0; i < 900000; i++) { try { i += 0 } catch (Exception e) { i = 0 } } return 1";
  const script = new PainlessScript(source, contextOf<DocumentRun>("t", defType, documentReads, fieldCalls));
  const gone = new RequestError(400, "task_cancelled_exception", "task cancelled");
  let looks = 0;
  const run = new DocumentRun({});
  const checkpoint = (): void => {
    if (++looks === 3) throw gone;
  };
  run.over({ columns: () => undefined, checkpoint })(0);
  const execute = script.over(run, () => undefined);
  expect(execute).toThrow(gone);
  expect(looks).toBe(3);
  // It runs on where somebody does.
  looks = 3;
  expect(textOf(execute() as Value)).toBe("1");
  expect(looks).toBeGreaterThan(10);
});

/** Updates by scripts, as Elasticsearch makes them. */
import { expect, test } from "vitest";
import { RequestError } from "../../compat/errors.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import type { JsonObject } from "../../core/json.ts";
import { ScriptCompiler } from "../../scripting/script-compiler.ts";
import { planUpdate } from "./update-plan.ts";
import { parseUpdate } from "./update-request.ts";

const scripts = new ScriptCompiler();

/** What comes of a document, or of none: what is written, `delete`, `noop`, or why it fails. */
function updated(source: string | undefined, body: JsonObject): string {
  const text = JSON.stringify(body);
  const present = source === undefined ? undefined : { version: 4, routing: undefined };
  const surroundings = {
    where: { index: "i", uuid: "u", shard: 0 },
    scripts,
    document: { index: "i", id: "7", nowMs: 1000, present },
  };
  try {
    const spec = parseUpdate(parseJson(text) as JsonObject, text);
    const plan = planUpdate(spec, source === undefined ? undefined : Buffer.from(source), surroundings);
    return plan.deletes ? "delete" : plan.write ? Buffer.from(plan.write).toString() : "noop";
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [error, error.cause, error.cause?.cause].flatMap((each) => (each ? [each.message] : [])).join(" <- ");
  }
}

test.each<[string, JsonObject, string]>([
  ['{"a":1,"b":1.0}', { script: { source: "ctx._source.a += params.n", params: { n: 5 } } }, '{"a":6,"b":1.0}'],
  ['{"l":[1,2]}', { script: "ctx._source.l.add(3)" }, '{"l":[1,2,3]}'],
  ['{"l":[1,2,3]}', { script: "ctx._source.l.removeIf(x -> x > 1)" }, '{"l":[1]}'],
  ['{"a":1,"b":2}', { script: "ctx._source.remove('a')" }, '{"b":2}'],
  ['{"o":{"x":1}}', { script: "ctx._source.o.y = ctx._source.o.x / 2.0" }, '{"o":{"x":1,"y":0.5}}'],
  ['{"a":9007199254740993}', { script: "ctx._source.a++" }, '{"a":9007199254740994}'],
  ['{"t":"x"}', { script: "ctx._source.t = ctx._id + ctx._index + ctx._version" }, '{"t":"7i4"}'],
  ['{"a":1}', { script: "ctx._source = ['b': 2.0]" }, '{"b":2.0}'],
  ['{"a":1}', { script: "if (ctx._source.a == 1) { ctx.op = 'delete' } else { ctx.op = 'none' }" }, "delete"],
  ['{"a":2}', { script: "if (ctx._source.a == 1) { ctx.op = 'delete' } else { ctx.op = 'none' }" }, "noop"],
  ['{"a":2}', { script: "ctx.op = 'noop'" }, "noop"],
  // A script always writes: only documents are compared.
  ['{"a":2}', { script: "ctx._source.a = 2" }, '{"a":2}'],
])("%s, changed by %j: %s", (source, body, result) => {
  expect(updated(source, body)).toBe(result);
});

test.each<[JsonObject, string]>([
  [{ script: "ctx._source.a = 1", upsert: { b: 1 } }, '{"b":1}'],
  [{ script: "ctx._source.a = ctx.op", upsert: { b: 1 }, scripted_upsert: true }, '{"b":1,"a":"create"}'],
  [{ script: "ctx.op = 'none'", upsert: {}, scripted_upsert: true }, "noop"],
  [{ script: "ctx._source.a = 1" }, "[7]: document missing"],
])("no document, %j: %s", (body, result) => {
  expect(updated(undefined, body)).toBe(result);
});

test.each<[string, string]>([
  ["ctx._source.x.y = 1", 'runtime error <- Cannot invoke "Object.getClass()" because "callArgs[0]" is null'],
  ["foo", "compile error <- cannot resolve symbol [foo]"],
  ["ctx.op = 'foo'", "runtime error <- [op] must be one of delete, index, noop, not [foo]"],
  ["ctx._id = 'x'", "runtime error <- _id cannot be updated"],
  ["ctx.foo = 'x'", "runtime error <- Cannot put key [foo] with value [x] into ctx"],
  ["ctx._source = 5", "runtime error <- Expected [_source] to be a Map, not [5] with type [java.lang.Integer]"],
  ["params.x = 1", "runtime error <- null"],
])("%s fails", (script, why) => {
  expect(updated('{"a":1}', { script })).toBe(`failed to execute script <- ${why}`);
});

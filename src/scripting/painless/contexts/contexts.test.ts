/** What scripts of pipelines and of scripted metrics are given, and what is made of what they answer. */
import { expect, test } from "vitest";
import { RequestError } from "../../../compat/errors.ts";
import { writeJson } from "../../../compat/json/write-json.ts";
import type { JsonObject } from "../../../core/json.ts";
import { ScriptCompiler } from "../../script-compiler.ts";
import type { ScriptContext, ScriptPrograms } from "../../script-programs.ts";
import { ScriptState } from "../../script-state.ts";

const compiler = new ScriptCompiler();

function program<Context extends ScriptContext>(
  context: Context,
  source: string,
  params: JsonObject = {},
): ScriptPrograms[Context] {
  return compiler.program({ kind: "inline", lang: "painless", source, params, options: {} }, context)();
}

/** What it answers as JSON, or why it fails. */
function outcome(run: () => unknown): string {
  try {
    return writeJson(run());
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { cause } = error;
    return cause instanceof RequestError ? `${cause.type}: ${cause.message}` : error.message;
  }
}

const document = { a: 1, o: { b: [1, 2] } };
const metadata = { _index: "i", _id: "x", _routing: null, _version: 4 };

test.each([
  ["ctx.z = ctx._index + ctx._id + ctx._version", '{"a":1,"o":{"b":[1,2]},"z":"ix4"}'],
  ["ctx.remove('a'); ctx.o.b.add(params.n)", '{"o":{"b":[1,2,7]}}'],
  ["ctx._routing = 'r'; ctx._id = null; ctx.f = 1.0f", '{"a":1,"o":{"b":[1,2]},"f":1.0} {"_index":"i","_id":null,"_routing":"r","_version":4}'],
  ["ctx._version_type = 'external'; ctx.remove('_routing')", '{"a":1,"o":{"b":[1,2]}} {"_index":"i","_id":"x","_routing":null,"_version":4,"_version_type":"external"}'],
  ["ctx._version = null", "illegal_argument_exception: _version cannot be null"],
  ["ctx._version = 'a'", "illegal_argument_exception: _version [a] is wrong type, expected assignable to [java.lang.Number], not [java.lang.String]"],
  ["ctx._version_type = 'zork'", "illegal_argument_exception: _version_type must be a null or one of [internal, external, external_gte] but was [zork] with type [java.lang.String]"],
  ["ctx._dynamic_templates = 1", "illegal_argument_exception: _dynamic_templates [1] is wrong type, expected assignable to [java.util.Map], not [java.lang.Integer]"],
  ["ctx.clear()", "illegal_argument_exception: _version cannot be removed"],
])("a pipeline's script %s: %s", (source, expected) => {
  const run = (): string => {
    const made = program("ingest", source, { n: 7 }).run(document, metadata);
    const same = writeJson(made.metadata) === writeJson(metadata);
    return `${writeJson(made.ctx)}${same ? "" : ` ${writeJson(made.metadata)}`}`;
  };
  const said = outcome(run);
  expect(said.startsWith('"') ? JSON.parse(said) : said).toBe(expected);
}); // prettier-ignore

const unmodifiable = "unsupported_operation_exception: Mutating ingest documents in conditionals is not supported";

test.each([
  ["ctx.a == 1 && ctx.o.b.contains(2) && ctx?.x?.y == null && ctx._index == params.i", "true"],
  ["ctx.a > 1", "false"],
  ["ctx.put('a', 2) == 1", unmodifiable],
  ["ctx.o.b.add(3)", unmodifiable],
  ["ctx.o.remove('b') == null", unmodifiable],
  ["ctx.x.y == 1", 'null_pointer_exception: Cannot invoke "Object.getClass()" because "callArgs[0]" is null'],
])("a condition %s: %s", (source, expected) => {
  expect(outcome(() => program("processor_conditional", source, { i: "i" }).holds({ ...document, _index: "i" }))).toBe(
    expected,
  );
});

/** A metric over shards of documents; what a shard answers goes from thread to thread. */
function metric(scripts: readonly [init: string, map: string, combine: string, reduce: string], shards: number[][]) {
  const params = { p: 2 };
  const states = shards.map((documents) => {
    const state = new ScriptState();
    program("aggs_init", scripts[0], params).on(state)();
    const run = program("aggs_map", scripts[1], params).on(state);
    const column = {
      form: "long" as const,
      count: () => 1,
      value: (doc: number) => documents[doc] ?? 0,
      first: (doc: number) => documents[doc] ?? 0,
    };
    const segment = { columns: (path: string) => (path === "n" ? column : undefined) };
    documents.forEach((_, doc) => run(segment, doc, doc / 2));
    return structuredClone(program("aggs_combine", scripts[2], params).on(state)());
  });
  return program("aggs_reduce", scripts[3], params).reduce(states);
}

test.each<[string, [string, string, string, string], string]>([
  ["sums of longs", ["state.s = 0L", "state.s += doc['n'].value", "state.s", "def s = states[0]; for (int i = 1; i < states.size(); i++) s += states[i]; s"], "6000000000"],
  ["doubles stay doubles", ["state.l = []", "state.l.add(doc.n.value * 1.0)", "state.l", "states"], "[[1.0E9,2.0E9],[],[3.0E9]]"],
  ["maps, lists and parameters", ["state.m = [:]", "state.m['k' + doc['n'].value / 1000000000] = _score * params.p", "return state.m", "def all = new TreeMap(); for (m in states) all.putAll(m); all"], '{"k1":0.0,"k2":1.0,"k3":0.0}'],
  ["dates", ["state.d = null", "state.d = Instant.ofEpochMilli(doc['n'].value).atZone(ZoneId.of('Z'))", "state.d", "states[0].getYear() + '' + states[1]"], '"1970null"'],
  ["what cannot be sent", ["state.s = new StringBuilder()", "def x = 1", "state.s", "1"], "can not write type [class java.lang.StringBuilder]"],
  ["what holds itself", ["state.l = []; state.l.add(state.l)", "def x = 1", "state", "1"], "Iterable object is self-referencing itself (Scripted metric aggs combine script)"],
])("a scripted metric: %s", (_, scripts, expected) => {
  expect(outcome(() => metric(scripts, [[1e9, 2e9], [], [3e9]]))).toBe(expected);
}); // prettier-ignore

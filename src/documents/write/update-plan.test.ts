/** Numbers of documents that are updated, as Elasticsearch 8.19 writes them. */
import { ScriptCompiler } from "../../scripting/script-compiler.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { planUpdate, filterSourceFields } from "./update-plan.ts";
import { parseUpdate } from "./update-request.ts";

/** Of a document that is there. */
const surroundings = {
  where: { index: "i", uuid: "u", shard: 0 },
  scripts: new ScriptCompiler(),
  document: { index: "i", id: "1", nowMs: 0, present: { version: 1, routing: undefined } },
};

/** The document that an update writes; undefined where nothing changes. */
function updated(source: string | undefined, text: string): string | undefined {
  const spec = parseUpdate(parseJson(text) as JsonObject, text);
  const { write } = planUpdate(spec, source === undefined ? undefined : Buffer.from(source), surroundings);
  return write && Buffer.from(write).toString();
}

test("fractions stay fractions, what the document has and what comes to it", () => {
  expect(updated('{"a":1.0,"z":1e3}', '{"doc":{"b":2.0,"c":1e3,"n":1}}')).toBe(
    '{"a":1.0,"z":1000.0,"b":2.0,"c":1000.0,"n":1}',
  );
  expect(updated('{"o":{"a":1.0},"n":[1.0,2]}', '{"doc":{"o":{"b":[3.0]}}}')).toBe(
    '{"o":{"a":1.0,"b":[3.0]},"n":[1.0,2]}',
  );
  expect(updated(undefined, '{"upsert":{"q":5.0,"r":1e2},"doc":{}}')).toBe('{"q":5.0,"r":100.0}');
  expect(updated(undefined, '{"doc":{"q":5.0},"doc_as_upsert":true}')).toBe('{"q":5.0}');
});

test("a fraction is another value than a whole number, however it is spelled", () => {
  expect(updated('{"a":1.0}', '{"doc":{"a":1}}')).toBe('{"a":1}');
  expect(updated('{"a":1}', '{"doc":{"a":1.0}}')).toBe('{"a":1.0}');
  expect(updated('{"a":1.0}', '{"doc":{"a":1.00}}')).toBeUndefined();
  expect(updated('{"a":[1.0]}', '{"doc":{"a":[1.0]}}')).toBeUndefined();
});

test("options are not documents", () => {
  expect(
    parseUpdate(
      { doc: { a: 1 }, if_seq_no: 1, if_primary_term: 1 },
      '{"doc":{"a":1.0},"if_seq_no":1,"if_primary_term":1}',
    ),
  ).toMatchObject({ ifSeqNo: 1 });
});

test("the answer shows the numbers that were written", () => {
  const text = '{"doc":{"b":2.0}}';
  const { document } = planUpdate(
    parseUpdate(parseJson(text) as JsonObject, text),
    Buffer.from('{"a":1.0}'),
    surroundings,
  );
  expect(filterSourceFields(document, { fetch: true, includes: [], excludes: [] })).toBe('{"a":1.0,"b":2.0}');
  expect(filterSourceFields(document, { fetch: true, includes: ["b"], excludes: [] })).toBe('{"b":2.0}');
});

test("what an update does not touch is what it was", () => {
  const number = fc
    .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
    .map((value) => JSON.stringify(value));
  const property = fc.property(fc.array(number, { minLength: 1 }), (numbers) => {
    const source = `{"kept":[${numbers.join(",")}],"a":1}`;
    const written = parseJson(updated(source, '{"doc":{"a":2}}')!) as JsonObject;
    expect(written["kept"]).toEqual((parseJson(source) as JsonObject)["kept"]);
    expect(written["a"]).toBe(2);
  });
  fc.assert(property, { numRuns: 200 });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { AnswerPages } from "../../core/answer-pages.ts";
import { JsonBytes, JsonText } from "./json-text.ts";
import { JsonWriter } from "./json-writer.ts";
import { writeJson } from "./write-json.ts";
import { writeJsonBytes } from "./write-json-bytes.ts";

test("bytes are those of the text, whatever stands beside bytes that were there", () => {
  const written = fc.json().map((text) => new JsonBytes(Buffer.from(text)));
  const { tree } = fc.letrec((tie) => ({
    leaf: fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.double(),
      fc.bigInt(),
      fc.boolean(),
      fc.constantFrom(null, undefined, new JsonText("1.0")),
      written,
    ),
    tree: fc.oneof(
      { depthSize: "small" },
      tie("leaf"),
      fc.array(tie("tree"), { maxLength: 6 }),
      fc.dictionary(fc.string(), tie("tree"), { maxKeys: 6 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(Buffer.from(writeJsonBytes(value)).toString("utf8")).toBe(Buffer.from(writeJson(value)).toString("utf8"));
    }),
    { numRuns: 200 },
  );
});

test("long pages of bytes are whole", () => {
  const hits = Array.from({ length: 3000 }, (_, i) => ({
    _id: `é${i}`,
    _source: new JsonBytes(Buffer.from(`{"n":${i}}`)),
  }));
  expect(JSON.parse(Buffer.from(writeJsonBytes({ hits })).toString("utf8"))).toEqual({
    hits: hits.map(({ _id }, n) => ({ _id, _source: { n } })),
  });
});

test("a list in a page is written around, or copied where what is in front of it is too long", () => {
  for (const [before, after] of [
    ["short", "é"],
    ["x".repeat(5000), "é"],
    ["short", "é".repeat(300_000)],
  ]) {
    const writer = JsonWriter.onPage(new AnswerPages());
    const hits = Array.from({ length: 9000 }, (_, i) => ({ _id: `é${i}`, _source: { n: i } }));
    writer.text("[");
    for (const [at, { _id: id, _source: source }] of hits.entries()) {
      if (at > 0) writer.text(",");
      writer.beginObject();
      writer.member('"_id":');
      writer.add(id);
      writer.member('"_source":');
      writer.bytes(Buffer.from(JSON.stringify(source)));
      writer.endObject();
    }
    writer.text("]");
    const bytes = writeJsonBytes({ before, hits: writer.endPage(), after });
    expect(JSON.parse(Buffer.from(bytes).toString("utf8"))).toEqual({ before, hits, after });
  }
});

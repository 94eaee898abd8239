/** Spans as expressions. */
import { expect, test } from "vitest";
import { QueryFixture } from "../../testing/query/query-fixture.ts";
import type { HighlightTerm } from "../query.ts";
import type { Span } from "./span.ts";
import { spans } from "./spans-expression.ts";

const fixture = new QueryFixture({ body: { type: "text" } }, [
  { body: "fast wi fi router" },
  { body: "fast wifi rover" },
]);
const field = fixture.mapping.field("body")!;
const encoder = new TextEncoder();

const word = (text: string): Span => ({ kind: "term", field, bytes: encoder.encode(text) });
const prefix = (text: string, limit: number): Span => ({ kind: "prefix", field, bytes: encoder.encode(text), limit });
const near = (parts: readonly Span[]): Span => ({ kind: "near", parts, slop: 0, inOrder: true });
const wifi: Span = { kind: "or", parts: [near([word("wi"), word("fi")]), word("wifi")] };

// The texts are from a profile of OpenSearch 3.8 (Lucene 10.5).
test("spans are described as in Lucene", () => {
  const root: Span = near([word("fast"), { kind: "gap", path: "", width: 2 }, wifi]);
  expect(spans(root).description).toBe(
    "spanNear([body:fast, SpanGap(:2), spanOr([spanNear([body:wi, body:fi], 0, true), body:wifi])], 0, true)",
  );
  expect(spans(root).type).toBe("SpanNearQuery");
  expect(spans(wifi).type).toBe("SpanOrQuery");
});

test("prefixes expand to the terms of the shard, up to the limit", () => {
  const told = (end: Span): string => spans(near([word("fast"), end])).rewrite(fixture.searcher).description;
  expect(told(prefix("ro", 50))).toBe("spanNear([body:fast, spanOr([body:router, body:rover])], 0, true)");
  expect(told(prefix("ro", 1))).toBe("spanNear([body:fast, body:router], 0, true)");
  expect(told(prefix("zz", 50))).toBe(
    'spanNear([body:fast, SpanMatchNoDocsQuery("no expansion found for body:zz*")], 0, true)',
  );
});

test("each way through the alternatives is highlighted as a phrase", () => {
  const found: HighlightTerm[] = [];
  spans(near([word("fast"), wifi, prefix("ro", 50)])).highlightTerms(fixture.searcher, (term) => found.push(term), 1);
  expect(found.map((term) => term.words.join(" "))).toEqual([
    "fast wi fi router",
    "fast wi fi rover",
    "fast wifi router",
    "fast wifi rover",
  ]);
});

test("a document must have a word of each part to match", () => {
  const texts = (span: Span) =>
    spans(span)
      .candidates?.()
      ?.terms.map(({ term }) => Buffer.from(term).toString());
  expect(texts(near([word("fast"), { kind: "gap", path: "", width: 1 }, wifi]))).toEqual(["fast", "wi", "fi", "wifi"]);
  expect(spans(near([word("fast"), wifi])).candidates?.()).toMatchObject({
    minimum: 2,
    exact: false,
  });
  expect(texts(prefix("ro", 50))).toBeUndefined();
});

test("a different part makes a different key", () => {
  const keys = [
    word("a"),
    prefix("a", 1),
    prefix("a", 2),
    wifi,
    near([word("a"), word("b")]),
    { kind: "or", parts: [word("a"), word("b")] },
  ] as const;
  expect(new Set(keys.map((span) => spans(span).key)).size).toBe(keys.length);
});

/** Test support: random documents with nested objects, and random queries on them. */
import type { Json, JsonObject } from "../../core/json.ts";
import { numbersFrom } from "../segment/segment-model.ts";

const keyword = { type: "keyword" };
const text = { type: "text" };
const integer = { type: "integer" };

export const nestedMapping: JsonObject = {
  properties: {
    title: text,
    tag: keyword,
    all: text,
    a: {
      type: "nested",
      properties: {
        x: { type: "text", copy_to: "all" },
        k: keyword,
        n: integer,
        b: { type: "nested", properties: { y: keyword, t: text, n: integer } },
      },
    },
    c: {
      type: "nested",
      include_in_root: true,
      properties: { z: text, k: keyword, f: { type: "nested", include_in_root: true, properties: { g: text } } },
    },
    d: {
      type: "nested",
      include_in_parent: true,
      properties: { k: keyword, s: text, e: { type: "nested", include_in_parent: true, properties: { w: text } } },
    },
  },
};

/** Fields of each space, and the spaces in it. */
const spaces: Readonly<Record<string, { texts: readonly string[]; keywords: readonly string[]; integers: readonly string[]; inner: readonly string[] }>> = {
  "": { texts: ["title", "all", "c.z", "c.f.g", "d.s", "d.e.w", "a.x"], keywords: ["tag", "c.k", "d.k", "a.k"], integers: ["a.n"], inner: ["a", "c", "d", "a.b", "d.e", "c.f"] },
  a: { texts: ["a.x", "title"], keywords: ["a.k", "tag"], integers: ["a.n"], inner: ["a.b"] },
  "a.b": { texts: ["a.b.t"], keywords: ["a.b.y"], integers: ["a.b.n"], inner: [] },
  c: { texts: ["c.z"], keywords: ["c.k"], integers: ["c.n"], inner: ["c.f"] },
  "c.f": { texts: ["c.f.g"], keywords: ["c.k"], integers: ["c.n"], inner: [] },
  d: { texts: ["d.s", "d.e.w"], keywords: ["d.k"], integers: ["a.n"], inner: ["d.e"] },
  "d.e": { texts: ["d.e.w"], keywords: ["d.k"], integers: ["a.n"], inner: [] },
}; // prettier-ignore

const words = ["red", "green", "blue", "fox", "dog", "cat", "sun", "moon"];

/** A repeatable source of documents and queries. */
export class NestedCorpus {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = numbersFrom(seed);
  }

  document(): JsonObject {
    const document: Record<string, Json> = {};
    if (this.#chance(0.8)) document.title = this.#text();
    if (this.#chance(0.5)) document.tag = this.#key();
    if (this.#chance(0.8)) {
      document.a = this.#several(5, () => ({
        ...(this.#chance(0.8) ? { x: this.#chance(0.2) ? [this.#text(), this.#text()] : this.#text() } : {}),
        ...(this.#chance(0.7) ? { k: this.#key() } : {}),
        ...(this.#chance(0.7) ? { n: this.#below(10) } : {}),
        ...(this.#chance(0.5)
          ? { b: this.#several(3, () => ({ y: this.#key(), t: this.#text(), n: this.#below(10) })) }
          : {}),
      }));
    }
    if (this.#chance(0.5)) {
      const f = (): JsonObject => (this.#chance(0.5) ? { f: this.#several(2, () => ({ g: this.#text() })) } : {});
      document.c = this.#several(3, () => ({ z: this.#text(), k: this.#key(), ...f() }));
    }
    if (this.#chance(0.5)) {
      const e = (): JsonObject => (this.#chance(0.5) ? { e: this.#several(2, () => ({ w: this.#text() })) } : {});
      document.d = this.#several(3, () => ({ k: this.#key(), s: this.#text(), ...e() }));
    }
    return document;
  }

  /** A query for documents. */
  query(): JsonObject {
    return this.#query("", 3);
  }

  /** Aggregations over documents. */
  aggregations(): JsonObject {
    return this.#aggregations("", 3);
  }

  /** A sort of documents by what is in nested ones. */
  sort(): JsonObject {
    // In Elasticsearch a filter may let objects of other paths in, which have values where `include_in_parent` gave
    // them some.
    const path = this.#one(["a", "a.b", "c"]);
    const { keywords, integers } = spaces[path]!;
    const isNumber = path !== "c" && this.#chance(0.6);
    const filter = (space: string): JsonObject => (this.#chance(0.5) ? { filter: this.#query(space, 1) } : {});
    const around = path.includes(".") && this.#chance(0.6) ? path.slice(0, path.lastIndexOf(".")) : undefined;
    const inner = { path, ...filter(path) };
    const most = this.#chance(0.3) ? { max_children: this.#below(3) } : {};
    const nested =
      around === undefined ? { ...inner, ...most } : { path: around, ...filter(around), ...most, nested: inner };
    const options: Record<string, Json> = { order: this.#one(["asc", "desc"]), nested };
    if (this.#chance(0.7)) options.mode = this.#one(isNumber ? ["min", "max", "avg", "sum"] : ["min", "max"]);
    if (this.#chance(0.4)) options.missing = this.#one(["_first", "_last"]);
    return { [this.#one(isNumber ? integers : keywords)]: options };
  }

  #aggregations(space: string, depth: number): JsonObject {
    const count = 1 + this.#below(3);
    return Object.fromEntries(Array.from({ length: count }, (_, i) => [`g${i}`, this.#aggregation(space, depth)]));
  }

  #aggregation(space: string, depth: number): JsonObject {
    const { keywords, integers, inner } = spaces[space]!;
    const below = (path: string): JsonObject =>
      depth > 0 && this.#chance(0.8) ? { aggs: this.#aggregations(path, depth - 1) } : {};
    if (inner.length > 0 && this.#chance(space === "" ? 0.6 : 0.3)) {
      const path = this.#one(inner);
      return { nested: { path }, ...below(path) };
    }
    if (space !== "" && this.#chance(0.4)) {
      const above = ["", ...Object.keys(spaces).filter((path) => path !== "" && `${space}.`.startsWith(`${path}.`))];
      const path = this.#one(above);
      return { reverse_nested: path === "" ? {} : { path }, ...below(path) };
    }
    switch (this.#below(6)) {
      case 0:
        return { filter: this.#query(space, 1), ...below(space) };
      case 1:
        return { missing: { field: this.#one(keywords) }, ...below(space) };
      case 2:
        return { histogram: { field: this.#one(integers), interval: 3, min_doc_count: 1 }, ...below(space) };
      case 3:
        return { stats: { field: this.#one(integers) } };
      default:
        return { terms: { field: this.#one(keywords) }, ...below(space) };
    }
  }

  /** A query on the nested documents of a path; empty: on the documents. */
  #query(space: string, depth: number): JsonObject {
    const { inner } = spaces[space]!;
    if (depth === 0 || this.#chance(0.3)) return this.#leaf(space);
    if (inner.length > 0 && this.#chance(0.6)) return this.#nested(this.#one(inner), depth - 1);
    const clauses = (): JsonObject[] => Array.from({ length: 1 + this.#below(2) }, () => this.#query(space, depth - 1));
    const body: Record<string, Json> = {};
    for (const occur of ["must", "should", "filter", "must_not"]) if (this.#chance(0.4)) body[occur] = clauses();
    if (Object.keys(body).length === 0) body.should = clauses();
    if (this.#chance(0.2)) body.boost = 1.5;
    return { bool: body };
  }

  #nested(path: string, depth: number): JsonObject {
    const body: Record<string, Json> = { path, query: this.#query(path, depth) };
    if (this.#chance(0.8)) body.score_mode = this.#one(["avg", "sum", "min", "max", "none"]);
    if (this.#chance(0.3)) body.boost = 1 + this.#below(20) / 8;
    return { nested: body };
  }

  #leaf(space: string): JsonObject {
    const { texts, keywords, integers } = spaces[space]!;
    switch (this.#below(9)) {
      case 0:
        return { match_all: this.#chance(0.3) ? { boost: 2.5 } : {} };
      case 1:
        return { term: { [this.#one(keywords)]: this.#key() } };
      case 2:
        return { range: { [this.#one(integers)]: { gte: this.#below(10) } } };
      case 3:
        return { exists: { field: this.#one([...texts, ...keywords, ...integers]) } };
      case 4:
        return { terms: { [this.#one(keywords)]: [this.#key(), this.#key()] } };
      case 5:
        return { match_phrase: { [this.#one(texts)]: `${this.#one(words)} ${this.#one(words)}` } };
      case 6:
        return { ids: { values: [String(this.#below(50)), String(this.#below(50))] } };
      default:
        return { match: { [this.#one(texts)]: `${this.#one(words)} ${this.#one(words)}` } };
    }
  }

  #several<T>(most: number, make: () => T): T | T[] {
    const count = this.#below(most + 1);
    return count === 1 && this.#chance(0.5) ? make() : Array.from({ length: count }, make);
  }

  #text(): string {
    return Array.from({ length: 1 + this.#below(5) }, () => this.#one(words)).join(" ");
  }

  #key(): string {
    return `k${Math.floor(this.#next() ** 2 * 5)}`;
  }

  #one<T>(items: readonly T[]): T {
    return items[this.#below(items.length)]!;
  }

  #below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  #chance(share: number): boolean {
    return this.#next() < share;
  }
}

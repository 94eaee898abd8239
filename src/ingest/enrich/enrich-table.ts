/**
 * The documents of an enrich policy in memory, as the processor looks them up: by the text of a value, or by a query on
 * documents that are indexed like those of an index (ranges, shapes).
 */
import { parseLossless } from "../../compat/json/lossless-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { Mapping } from "../../mapping/mapping.ts";
import { parseGeoPoint } from "../../mapping/geo/geo-point-value.ts";
import { RequestError } from "../../compat/errors.ts";
import { IndexedDocuments } from "../../query/percolate/indexed-documents.ts";
import { readStoredQuery } from "../../query/percolation/stored-query.ts";
import { createParseContext, parseQuery } from "../../query/parse-query.ts";
import { createSearcherView } from "../../query/searcher-view.ts";
import { deepCopy, javaText } from "../document/java-values.ts";

/** How documents are found. */
export type EnrichKind = "match" | "range" | "geo_match";

/** What a policy came to when it was executed: plain data. */
export interface EnrichTableData {
  readonly kind: EnrichKind;
  readonly matchField: string;
  /** The mapping of the field that is looked up, as of `properties`. */
  readonly properties: JsonObject;
  /** Documents as JSON text, in their order. */
  readonly documents: readonly string[];
}

/** What is looked for. */
export interface EnrichLookup {
  readonly value: Json;
  readonly most: number;
  /** Of shapes: `INTERSECTS` … */
  readonly relation: string;
}

export class EnrichTable {
  readonly #data: EnrichTableData;
  readonly #nowMs: () => number;
  /** Numbers of documents by the text of a value. */
  readonly #places = new Map<string, number[]>();
  readonly #indexed: IndexedDocuments | undefined;

  constructor(data: EnrichTableData, nowMs: () => number) {
    this.#data = data;
    this.#nowMs = nowMs;
    if (data.kind === "match") this.#fillPlaces();
    else this.#indexed = indexed(data, nowMs());
  }

  /** Documents that match, in their order; nothing of them is shared. */
  find(lookup: EnrichLookup): JsonObject[] {
    const found = this.#indexed ? this.#matches(this.#indexed, lookup) : this.#named(lookup.value);
    return found.slice(0, lookup.most).flatMap((number) => {
      const document = parseLossless(this.#data.documents[number] ?? "{}");
      return isJsonObject(document) ? [deepCopy(document)] : [];
    });
  }

  #fillPlaces(): void {
    this.#data.documents.forEach((text, number) => {
      for (const value of valuesAt(parseLossless(text), this.#data.matchField.split("."))) {
        const places = this.#places.get(value);
        if (!places) this.#places.set(value, [number]);
        else if (places.at(-1) !== number) places.push(number);
      }
    });
  }

  #named(value: Json): number[] {
    if (!Array.isArray(value)) return this.#places.get(javaText(value)) ?? [];
    const all = new Set(value.flatMap((one) => this.#places.get(javaText(one)) ?? []));
    return [...all].sort((one, other) => one - other);
  }

  #matches(documents: IndexedDocuments, { value, relation }: EnrichLookup): number[] {
    const { kind, matchField } = this.#data;
    const body =
      kind === "geo_match"
        ? { geo_shape: { [matchField]: { shape: shapeOf(value), relation } } }
        : { terms: { [matchField]: Array.isArray(value) ? value : [value] } };
    const nowMs = this.#nowMs();
    const query = parseQuery(body, createParseContext({ mapping: documents.view.mapping, nowMs }));
    return documents.matches(query.plan(documents.view, { scored: false, boost: 1 }), false).map(({ slot }) => slot);
  }
}

function indexed({ matchField, properties, documents }: EnrichTableData, nowMs: number): IndexedDocuments {
  const mapping = Mapping.parse({
    name: `.enrich-${matchField}`,
    settings: {},
    mapping: { dynamic: false, properties },
    mappingVersion: 1,
  });
  const searcher = createSearcherView({
    index: mapping.index,
    shard: 0,
    segments: [],
    liveDocs: [],
    mapping,
    nowMs,
  });
  const sources = documents.map((text) => {
    const source = parseLossless(text);
    return isJsonObject(source) ? source : {};
  });
  return new IndexedDocuments(sources, { searcher, mapping }, readStoredQuery);
}

/** The texts of what stands at a path, in lists too. */
function valuesAt(value: Json | undefined, names: readonly string[]): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, names));
  const [name, ...rest] = names;
  if (name === undefined) return isJsonObject(value) ? [] : [javaText(value)];
  if (!isJsonObject(value)) return [];
  // A name with dots in it stands as it is, too.
  const whole = ownOf(value, names.join("."));
  return whole !== undefined ? valuesAt(whole, []) : valuesAt(ownOf(value, name), rest);
}

/** A shape, or a point in any of its notations, as a shape. */
function shapeOf(value: Json): Json {
  try {
    const { lat, lon } = parseGeoPoint(value, true);
    return { type: "point", coordinates: [lon, lat] };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return value;
  }
}

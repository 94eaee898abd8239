/** The terms that one document has, by field: what its parser would put into a segment. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { RequestError } from "../../compat/errors.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { ScriptCompiler } from "../../scripting/script-compiler.ts";
import { parsersWith } from "../../documents/write/parser-of.ts";
import { discardingWriter } from "../../segment/discarding-writer.ts";
import type { SegmentData } from "../../segment/format.ts";
import type { FieldSpec, NestedWriter, SegmentBuilder } from "../../segment/segment-builder.ts";
import type { FieldStatistics } from "../../query/query.ts";

/** The name under which a document of a request is parsed, as errors show it. */
const OWN_ID = "_id_for_tv_api";

const decoder = new TextDecoder();

/** Parses a document. Throws 400 when it does not fit the mapping. */
export function documentTerms(
  metadata: IndexMetadata,
  scripts: ScriptCompiler,
  { source, routing }: { readonly source: string; readonly routing?: string | undefined },
): DocumentTerms {
  const parsed = parseJson(source);
  if (!isJsonObject(parsed))
    throw new RequestError(400, "document_parsing_exception", "Malformed content, must start with an object");
  const document = { id: OWN_ID, routing, source: parsed, raw: Buffer.from(source), dynamicTemplates: undefined };
  const parser = parsersWith(scripts)(metadata);
  // Looked at for what it refuses (strict mappings); what it would add is not added.
  parser.dynamicUpdate(document);
  const terms = new DocumentTerms();
  parser.index(document, terms);
  return terms;
}

/** Takes what a segment builder is given of one document. */
export class DocumentTerms implements SegmentBuilder {
  readonly docCount = 0;
  readonly memoryBytes = 0;
  readonly #specs: FieldSpec[] = [];
  readonly #terms = new Map<string, string[]>();

  /** The terms of a field in their order; of a keyword field these are its values. */
  terms(field: string): readonly string[] {
    return this.#terms.get(field) ?? [];
  }

  /** What the document adds to the statistics of a field. */
  fieldStatistics(field: string): FieldStatistics {
    const terms = this.terms(field);
    const distinct = new Set(terms).size;
    return {
      docCount: distinct > 0 ? 1 : 0,
      sumDocFreq: distinct,
      sumTotalTermFreq: this.#keepsFrequencies(field) ? terms.length : distinct,
    };
  }

  /** How often the document has a term, as the index counts it. */
  frequency(field: string, term: string): number {
    const count = this.terms(field).filter((other) => other === term).length;
    return this.#keepsFrequencies(field) ? count : Math.min(count, 1);
  }

  field(spec: FieldSpec): number {
    const known = this.#specs.findIndex(({ name }) => name === spec.name);
    return known >= 0 ? known : this.#specs.push(spec) - 1;
  }

  addTerm(field: number, bytes: Uint8Array, from: number, to: number): void {
    this.#add(field, bytes, from, to);
  }

  addOrdinalTerm(field: number, bytes: Uint8Array, from: number, to: number): void {
    this.#add(field, bytes, from, to);
  }

  // Numbers, points, lengths and places are no terms.
  addLength(): void {}
  addNumber(): void {}
  addPoint(): void {}
  addVector(): void {}
  addPresence(): void {}
  end(): void {}
  locate(): void {}
  truncate(): void {}
  abandon(): void {}
  delete(): void {}

  start(): number {
    return 0;
  }

  // Only the document itself is looked at, as in Elasticsearch.
  space(): NestedWriter {
    return discardingWriter;
  }

  build(): { segment: SegmentData; deleted: Uint32Array } {
    throw new Error("the terms of a single document make no segment");
  }

  #keepsFrequencies(field: string): boolean {
    const detail = this.#specs.find(({ name }) => name === field)?.terms;
    return detail !== undefined && detail !== "docs";
  }

  #add(field: number, bytes: Uint8Array, from: number, to: number): void {
    const spec = this.#specs[field];
    if (!spec?.terms) return;
    const text = decoder.decode(bytes.subarray(from, to));
    const terms = this.#terms.get(spec.name);
    if (terms) terms.push(text);
    else this.#terms.set(spec.name, [text]);
  }
}

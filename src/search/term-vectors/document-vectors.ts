/** Which fields of a document give term vectors, and what they are made of (`TermVectorsService`). */
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { valueText } from "../../compat/value-text.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { IGNORED, ROUTING } from "../../mapping/metadata-fields.ts";
import { SourcePaths } from "../../hits/fetch/source-paths.ts";
import { flatten, valuesAt } from "../../hits/fetch/source-value.ts";
import type { DocumentTerms } from "./document-terms.ts";
import { type FieldVector, type VectorAnalysis, vectorTerms } from "./field-vector.ts";
import type { TermVectorDocument } from "./term-vector-item.ts";

/** Metadata fields that are text, and so have vectors. */
const METADATA = [IGNORED, ROUTING];

/** A document and what its vectors are made with. */
export interface VectorSource {
  readonly document: TermVectorDocument;
  readonly mapping: MappingView;
  /** The terms that the index has, or would have, of the document; parsed when first asked for. */
  readonly terms: () => DocumentTerms;
}

/** The vectors of the fields that are wanted and have terms. Throws for an analyzer that is not there. */
export function documentVectors(source: VectorSource): FieldVector[] {
  const { document, mapping } = source;
  const isOwn = document.id === undefined;
  if (isOwn) source.terms();
  const parsed = parseJson(document.source);
  const root = isJsonObject(parsed) ? parsed : {};
  const paths = new SourcePaths(mapping);
  const vectors: FieldVector[] = [];
  for (const name of fieldsOf(source)) {
    const field = mapping.field(name);
    if (!field || !isVectorField(name, field)) continue;
    const values = isOwn ? ownValues(source, field, paths, root) : valuesOf(source, field, paths, root);
    if (values.length === 0) continue;
    const override = ownOf(document.options.perFieldAnalyzer, name);
    const terms = vectorTerms(values, analysisOf(field, override, mapping));
    if (terms.length === 0) continue;
    // Only vectors that are mapped so leave something out; those of a document of the request are never kept, so they
    // have all.
    const kept = isOwn || override !== undefined ? undefined : storedVector(field);
    const hasPositions = kept === undefined || kept.includes("positions");
    const hasOffsets = kept === undefined || kept.includes("offsets");
    const hasPayloads =
      kept?.includes("payloads") === true &&
      terms.some(({ occurrences }) => occurrences.some(({ payload }) => payload !== undefined));
    vectors.push({ field: name, hasPositions, hasOffsets, hasPayloads, terms });
  }
  return vectors;
}

/**
 * Names of the fields that are asked for; of a document of the index without being asked those that are mapped with
 * `term_vector`.
 */
function fieldsOf({ document, mapping }: VectorSource): string[] {
  const { fields } = document.options;
  const all = [...mapping.matching("*"), ...METADATA];
  if (fields !== undefined) return all.filter((name) => fields.some((pattern) => simpleMatch(pattern, name)));
  if (document.id === undefined) return all;
  return all.filter((name) => {
    const field = mapping.field(name);
    return field !== undefined && storedVector(field) !== undefined;
  });
}

/** Text that is indexed; another name of a field (alias) has no values of its own. */
function isVectorField(name: string, field: MappedField): boolean {
  if (METADATA.includes(name)) return true;
  return field.path === name && field.searchable && field.capabilities.texts !== undefined;
}

/** The parameter `term_vector` when it is set. */
function storedVector(field: MappedField): string | undefined {
  const kept = field.parameters["term_vector"];
  return typeof kept === "string" && kept !== "no" ? kept : undefined;
}

/** Values of a document of the index, as its source has them. */
function valuesOf({ document, terms }: VectorSource, field: MappedField, paths: SourcePaths, root: Json): string[] {
  if (field.path === ROUTING) return document.routing === undefined ? [] : [document.routing];
  if (field.path === IGNORED) return [...terms().terms(IGNORED)];
  return sourceTexts(field, paths, root);
}

/**
 * Values of a document of the request, as they would be indexed: normalised, `null_value` put in, ignored ones left
 * out.
 */
function ownValues({ terms }: VectorSource, field: MappedField, paths: SourcePaths, root: Json): string[] {
  return field.capabilities.texts === "words" ? sourceTexts(field, paths, root) : [...terms().terms(field.path)];
}

function sourceTexts(field: MappedField, paths: SourcePaths, root: Json): string[] {
  const values = flatten(paths.of(field).flatMap((path) => valuesAt(root, path)));
  return values.filter((value) => value !== null).map((value) => valueText(value));
}

function analysisOf(field: MappedField, override: string | undefined, mapping: MappingView): VectorAnalysis {
  if (override === undefined) {
    const analyzer = field.indexAnalyzer;
    const gap = field.parameters["position_increment_gap"];
    return {
      analyzer,
      gap:
        field.capabilities.texts !== "words"
          ? 0
          : typeof gap === "number"
            ? gap
            : (analyzer?.positionIncrementGap ?? 0),
    };
  }
  const analyzer = mapping.analyzer(override);
  if (!analyzer) throw illegalArgument("analyzer must not be null");
  return { analyzer, gap: analyzer.positionIncrementGap };
}

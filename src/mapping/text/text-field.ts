/** Fields of analysed text: the common part of all text types. */
import type { Analyzer } from "../../analysis/analyzer.ts";
import { MAX_TERM_BYTES } from "../../compat/term-limit.ts";
import { ImmenseTermError } from "../../analysis/text-analyzer.ts";
import { RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type { PostingsDetail } from "../../segment/format.ts";
import { analysedTexts, fielddataTexts } from "../field-capabilities.ts";
import { baseField, refuseSourceFormat, valueText } from "../define-field-type.ts";
import type { IndexableField, ValueContext } from "../field-type.ts";
import { textOf, sourceText } from "../keyword-text.ts";
import { javaText } from "../mapping-error.ts";
import type { SimilarityDefinition } from "../similarities.ts";
import { termRange } from "../term-range.ts";
import type { FieldAnalyzers } from "./text-parameters.ts";

/** How one field of text is indexed. */
export interface TextFieldOptions {
  readonly path: string;
  readonly type: string;
  readonly shown: JsonObject;
  /** Undefined: not indexed. */
  readonly detail: PostingsDetail | undefined;
  readonly norms: boolean;
  readonly similarity: SimilarityDefinition;
  readonly analyzers: FieldAnalyzers;
  /** Positions between the values of an array. */
  readonly gap: number;
  /** Whether the words are values by document too; absent: no. */
  readonly fielddata?: boolean;
}

function indexText(
  path: string,
  analyzer: Analyzer,
  text: string,
  { builder, field, nextPosition }: ValueContext,
): ReturnType<Analyzer["index"]> {
  try {
    return analyzer.index(text, builder, field, nextPosition);
  } catch (error) {
    throw error instanceof ImmenseTermError ? immenseToken(path, error) : error;
  }
}

/**
 * Lucene's error for a token that is too long, with its first bytes; it is reported when the document is complete,
 * without a location.
 */
export function immenseToken(path: string, { bytes, message }: ImmenseTermError): RequestError {
  const prefix = [...bytes.subarray(0, 30)].map((byte) => (byte << 24) >> 24).join(", ");
  const reason = `Document contains at least one immense term in field="${path}" (whose UTF8 encoding is longer than the max length ${MAX_TERM_BYTES}), all of which were skipped.  Please correct the analyzer to not produce such terms.  The prefix of the first immense term is: '[${prefix}]...', original message: ${message}`;
  return new RequestError(400, "illegal_argument_exception", reason, {
    cause: new RequestError(400, "max_bytes_length_exceeded_exception", message),
  });
}

/** The field. */
export function textField(options: TextFieldOptions): IndexableField {
  const { path, type, detail, norms, analyzers, gap } = options;
  const countsOverlaps = options.similarity.values["discount_overlaps"] === false;
  const base = baseField(path, {
    type,
    capabilities: options.fielddata ? fielddataTexts : analysedTexts,
    searchable: detail !== undefined,
    aggregatable: options.fielddata === true,
    spec: { terms: detail, norms, column: undefined },
    shown: options.shown,
  });
  return {
    ...base,
    indexAnalyzer: analyzers.index,
    searchAnalyzer: analyzers.search,
    searchQuoteAnalyzer: analyzers.quote,
    similarity: options.similarity,
    term: (value) => Buffer.from(valueText(value), "utf8"),
    range: (bounds) => termRange(bounds, (value) => Buffer.from(valueText(value), "utf8")),

    index(value, target) {
      const text = textOf(value, target);
      if (text === null) return;
      const { builder, field } = target;
      if (detail === undefined) {
        // A value that is neither indexed nor stored leaves no trace.
        if (options.shown["store"] === true) builder.addPresence(field);
        return;
      }
      const { length, overlaps, lastPosition } = indexText(path, analyzers.index, text, target);
      if (length > 0) builder.addLength(field, countsOverlaps ? length + overlaps : length);
      else builder.addPresence(field);
      target.nextPosition = lastPosition + 1 + gap;
    },

    fetch(sourceValue, format) {
      refuseSourceFormat(base, format);
      if (sourceValue === null) return undefined;
      // Objects come only from parts of documents that are not mapped.
      return typeof sourceValue === "object" ? javaText(sourceValue) : sourceText(sourceValue);
    },
  };
}

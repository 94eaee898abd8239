import type { Json } from "../../core/json.ts";
import { MAX_TERM_BYTES } from "../../compat/term-limit.ts";
import { wholeTexts } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseSourceFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField, SyntheticSourceSupport } from "../field-type.ts";
import { immenseTerm, TextBytes } from "../keyword-text.ts";
import { indexParameter } from "../parameter.ts";
import { termText } from "../synthetic-source/texts-shown-back.ts";
import { textTerms } from "../text-terms.ts";
import { badValue, tokenNameOf } from "../value-error.ts";

const valueBytes = new TextBytes();

/**
 * Bytes after the text in a term of counts: a zero, the number of the array in the document, and the text's count in
 * it.
 */
const COUNT_BYTES = 9;

/** The field with the counts. */
export function countsName(path: string): string {
  return `${path}_count`;
}

/** The text of a term of counts, and how often an array has it. */
export function countedTerm(term: Buffer): { readonly text: Buffer; readonly count: number } {
  return { text: term.subarray(0, term.length - COUNT_BYTES), count: term.readUInt32BE(term.length - 4) };
}

/**
 * Texts that may occur many times in a document. They are terms and a column of ordinals, as for a keyword; a second
 * column has a term for each distinct text of an array: the text, 0, the number of the array in the document (32 bits),
 * the text's count in it (32 bits), big-endian.
 */
export const countedKeyword: FieldType = defineFieldType({
  name: "counted_keyword",
  summary: "Whole texts, counted where a document repeats them.",
  parameters: [indexParameter],

  create({ values, shown }, { path }): IndexableField {
    const indexed = values["index"] === true;
    const base = baseField(path, {
      type: "counted_keyword",
      capabilities: wholeTexts,
      searchable: indexed,
      aggregatable: true,
      spec: { terms: indexed ? "docs" : undefined, norms: false, column: "ordinals" },
      shown,
    });
    return {
      ...base,
      withoutSort: { reason: "can't sort on the [counted_keyword] field", unsupported: true },
      ...textTerms(base),
      takesStructure: true,
      syntheticSource: countedSyntheticSource,
      subFields: [{ field: countsField(path), named: false }],

      index(value, { builder, field }) {
        for (const text of countsOf(value).keys()) {
          const length = valueBytes.write(text);
          if (length > MAX_TERM_BYTES - COUNT_BYTES) throw immenseTerm(path, text);
          builder.addOrdinalTerm(field, valueBytes.bytes, 0, length);
        }
      },

      fetch(sourceValue, format) {
        refuseSourceFormat(base, format);
        return sourceValue ?? undefined;
      },
    };
  },
});

function countsField(path: string): IndexableField {
  const base = baseField(countsName(path), {
    type: "counted_keyword",
    capabilities: wholeTexts,
    searchable: false,
    aggregatable: false,
    spec: { terms: undefined, norms: false, column: "ordinals" },
    shown: {},
  });
  return {
    ...base,
    takesStructure: true,
    index(value, target) {
      const array = target.nextPosition++;
      for (const [text, count] of countsOf(value)) {
        const term = Buffer.concat([Buffer.from(text, "utf8"), Buffer.alloc(COUNT_BYTES)]);
        term.writeUInt32BE(array, term.length - 8);
        term.writeUInt32BE(count, term.length - 4);
        target.builder.addOrdinalTerm(target.field, term, 0, term.length);
      }
    },
  };
}

/** Each text as often as it occurs in the document; kept as received if `synthetic_source_keep` is not none. */
const countedSyntheticSource: SyntheticSourceSupport = {
  order: "sorted",
  text: termText,
  keptWhole: true,
  collect(value, { builder, field }) {
    for (const [text, count] of countsOf(value)) {
      const length = valueBytes.write(text);
      for (let time = 0; time < count; time++) builder.addOrdinalTerm(field, valueBytes.bytes, 0, length);
    }
  },
};

/** The count of each text in a value; nested arrays count as one. */
function countsOf(value: Json): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (value !== null) addCounts(value, counts);
  return counts;
}

function addCounts(value: Json, counts: Map<string, number>): void {
  if (typeof value === "string") counts.set(value, (counts.get(value) ?? 0) + 1);
  else if (Array.isArray(value)) {
    for (const item of value) if (item !== null) addCounts(item, counts);
  } else throw badValue(`Encountered unexpected token [${tokenOf(value)}].`);
}

/** Token names of Elasticsearch's XContent parser: one for all numbers, one for both booleans. */
function tokenOf(value: Json): string {
  if (typeof value === "boolean") return "VALUE_BOOLEAN";
  return typeof value === "number" || typeof value === "bigint" ? "VALUE_NUMBER" : tokenNameOf(value);
}

/** OpenSearch as another kind of server than Elasticsearch 8.19: what it tells otherwise, and why that stays so. */
import { isDeepStrictEqual } from "node:util";
import { errorText, type OtherKind, type Reason } from "./random-mappings.ts";

/** We refuse with words of the core of 8.19 what OpenSearch takes. */
const onlyRefusedBy819 =
  (words: RegExp): Reason["holds"] =>
  ({ ours, theirs }) =>
    words.test(errorText(ours)) && errorText(theirs) === "";
/** OpenSearch refuses with such words what 8.19 takes. */
const onlyRefusedByOpenSearch =
  (words: RegExp): Reason["holds"] =>
  ({ ours, theirs }) =>
    words.test(errorText(theirs)) && errorText(ours) === "";

const reasons: readonly Reason[] = [
  {
    why: "OpenSearch checks names in documents less",
    holds: onlyRefusedBy819(
      /Field name cannot contain only whitespace|is a metadata field and cannot be added inside|of type \[_(?:source|id)\] in document/,
    ),
  },
  {
    why: "OpenSearch copies objects where their type reads objects",
    holds: onlyRefusedBy819(/Copy-to currently only works for value-type fields, not objects/),
  },
  {
    why: "rank_features may be multi-fields in OpenSearch",
    holds: onlyRefusedBy819(/of type \[rank_features\] can't be used in multifields/),
  },
  {
    why: "OpenSearch takes what stands below a field for a multi-field",
    holds: onlyRefusedByOpenSearch(/\[copy_to\] may not be used to copy to a multi-field/),
  },
  {
    why: "OpenSearch reads counts of documents as longs only",
    holds: onlyRefusedByOpenSearch(/of type \[_doc_count\]/),
  },
  {
    why: "texts of numbers that are written with a fraction or an exponent are compared with 8.19",
    holds: ({ what, ours, theirs }) =>
      /^(?:stored_)?fields /.test(what) && isDeepStrictEqual(valuesOf(ours), valuesOf(theirs)),
  },
  {
    why: "OpenSearch refuses parameters of null more often",
    holds: onlyRefusedByOpenSearch(/\[meta\] on mapper \[.*\] of type \[.*\] must not have a \[null\] value/),
  },
  {
    why: "OpenSearch looks for objects on the way also where nothing is added",
    holds: onlyRefusedByOpenSearch(/Could not dynamically add mapping for field/),
  },
  {
    why: "OpenSearch still takes index_options of counts",
    holds: onlyRefusedBy819(/unknown parameter \[index_options\] on mapper \[.*\] of type \[token_count\]/),
  },
  {
    why: "OpenSearch lets names of fields be of spaces",
    holds: onlyRefusedBy819(/field name cannot contain only whitespaces/),
  },
  {
    why: "counts of words are shown out of doc values, in their order; here in that of the document",
    holds: ({ what, ours, theirs }) =>
      what.startsWith("fields ") &&
      Array.isArray(ours) &&
      ours.every(Number.isInteger) &&
      isDeepStrictEqual(inOrder(ours), theirs),
  },
  {
    why: "of steps beyond the numbers that doubles hold OpenSearch keeps the lowest bits",
    holds: ({ what, ours, theirs }) =>
      what.startsWith("docvalue_fields ") &&
      isDeepStrictEqual(theirs, [0]) &&
      Array.isArray(ours) &&
      ours.every((value) => Math.abs(value as number) > Number.MAX_SAFE_INTEGER),
  },
  {
    why: "multi-fields of rank_features show Java's text of the object there",
    holds: ({ what, ours, theirs }) =>
      what.startsWith("fields ") && ours === undefined && JSON.stringify(theirs).startsWith('["{'),
  },
  {
    why: "halves of surrogate pairs are stored as they came; Lucene replaces them",
    holds: ({ what, ours }) => what.startsWith("stored_fields ") && String(ours).includes("\ud800"),
  },
  {
    why: "search_as_you_type without index gives Lucene a field of nothing in OpenSearch",
    holds: onlyRefusedByOpenSearch(/failed to parse field \[.*\] of type \[search_as_you_type\]/),
  },
];

const inOrder = (values: readonly unknown[]): unknown[] =>
  values.toSorted((left, right) => Number(left) - Number(right));

/** Texts of numbers by their values. */
function valuesOf(texts: unknown): unknown {
  return Array.isArray(texts)
    ? texts.map((text: unknown) => (typeof text === "string" && /^-?\d/.test(text) ? Number(text) + 0 : text))
    : texts;
}

export const openSearch: OtherKind = {
  reasons,
  // Only of some types it notes what it ignored, and of none the values.
  untold: ["_ignored", "ignored_field_values"],
  // Fields beside a join are none that can be shown there; the beginnings and pairs of words are shown as if they were
  // the document's.
  shows: (name, type) => type !== "parent" && !/\._index_(?:prefix|phrase)$/.test(name),
  // Words of texts are no doc values here; the only binary values are queries in its own form.
  showsColumn: (type) => type !== "text" && type !== "binary",
};

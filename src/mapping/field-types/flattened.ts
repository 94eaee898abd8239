import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { builtInAnalysis } from "../../analysis/analyzers-of.ts";
import { MAX_TERM_BYTES } from "../../compat/term-limit.ts";
import { type FieldCapabilities, wholeTexts } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { FlattenedObject, type LeafTarget } from "../flattened/flattened-object.ts";
import { keyField, keyedName } from "../flattened/key-field.ts";
import { ignoreAboveOf, ignoreAboveParameter, NO_LIMIT, TextBytes } from "../keyword-text.ts";
import { javaText, notOfClass } from "../mapping-error.ts";
import {
  booleanParameter,
  choiceParameter,
  docValuesParameter,
  indexParameter,
  type Parameter,
  readInteger,
  similarityOf,
  similarityParameter,
} from "../parameter.ts";
import { keyedObject } from "../synthetic-source/keyed-object.ts";
import { termText } from "../synthetic-source/texts-shown-back.ts";
import { textTerms } from "../text-terms.ts";
import { badValue } from "../value-error.ts";

const leaves: FieldCapabilities = { ...wholeTexts, columnQuery: false };

const DEFAULT_DEPTH = 20;

const depthLimit: Parameter = {
  name: "depth_limit",
  fallback: DEFAULT_DEPTH,
  updateable: true,
  read(value) {
    const limit = readInteger(value);
    if (limit < 0) throw illegalArgument(`[depth_limit] must be positive, got [${limit}]`);
    return limit;
  },
};

const dimensions: Parameter = {
  name: "time_series_dimensions",
  fallback: [],
  updateable: false,
  read(value) {
    if (!Array.isArray(value)) throw notOfClass(value, "List");
    return value.map(javaText);
  },
};

/** A whole object in one field: its leaves are keywords, searched by value alone or by key and value. */
export const flattened: FieldType = defineFieldType({
  name: "flattened",
  summary: "Whole objects, whose leaves are found as keywords without mappings of their own.",
  refuses: ["fields", "copy_to"],
  parameters: [
    indexParameter,
    docValuesParameter,
    depthLimit,
    { name: "null_value", fallback: null, updateable: false, acceptsNull: true, read: (value) => javaText(value) },
    booleanParameter("eager_global_ordinals", false, { updateable: true }),
    ignoreAboveParameter,
    choiceParameter("index_options", "docs", ["docs", "freqs"]),
    similarityParameter,
    booleanParameter("split_queries_on_whitespace", false, { updateable: true }),
    dimensions,
  ],

  create({ values, shown }, context): IndexableField {
    const { path } = context;
    const indexed = values["index"] === true;
    const column = values["doc_values"] === true;
    const object = new FlattenedObject({
      path,
      depthLimit: values["depth_limit"] as number,
      ignoreAbove: ignoreAboveOf(values, context),
      nullValue: values["null_value"] as string | null,
    });
    const whole = new FlattenedObject({
      path,
      depthLimit: Number.MAX_SAFE_INTEGER,
      ignoreAbove: NO_LIMIT,
      nullValue: values["null_value"] as string | null,
    });
    const make = (name: string, add: LeafTarget): IndexableField => {
      const base = baseField(name, {
        type: "flattened",
        capabilities: leaves,
        searchable: indexed,
        aggregatable: column,
        spec: {
          terms: indexed ? (values["index_options"] === "freqs" ? "freqs" : "docs") : undefined,
          norms: false,
          column: column ? "ordinals" : undefined,
        },
        shown,
      });
      return {
        ...base,
        ...textTerms(base),
        similarity: similarityOf(values, context),
        index: (value, target) => object.visit(value, target, add),
      };
    };
    const analyzer =
      values["split_queries_on_whitespace"] === true ? builtInAnalysis.analyzer("whitespace") : undefined;
    const kept = indexed || column;
    const keyed = make(keyedName(path), kept ? addKeyed(path) : addPresence);
    const root = make(path, kept ? addValue : addPresence);
    return {
      ...root,
      searchAnalyzer: analyzer,
      searchQuoteAnalyzer: analyzer,
      subFields: [{ field: keyed, named: false }],
      keyField: (key) => keyField(path, key, keyed),
      // Leaves too long to be indexed are rendered with the others.
      syntheticSource: column
        ? {
            order: "set",
            text: termText,
            whole: keyedObject,
            collect: (value, target) => whole.visit(value, target, addWhole),
          }
        : undefined,
      fetch(sourceValue, format) {
        refuseFetchFormat(root, format);
        const left = isJsonObject(sourceValue) ? object.shown(sourceValue) : undefined;
        return left && Object.keys(left).length > 0 ? left : undefined;
      },
    };
  },
});

const termBytes = new TextBytes();

const addValue: LeafTarget = ({ builder, field }, _key, text) => {
  const length = termBytes.write(text);
  builder.addOrdinalTerm(field, termBytes.bytes, 0, length);
};

const addPresence: LeafTarget = ({ builder, field }) => builder.addPresence(field);

/** As `addKeyed`, for synthetic source: no leaf is too long. */
const addWhole: LeafTarget = ({ builder, field }, key, text) => {
  const bytes = Buffer.from(`${key}\0${text}`, "utf8");
  builder.addOrdinalTerm(field, bytes, 0, bytes.length);
};

function addKeyed(path: string): LeafTarget {
  return ({ builder, field }, key, text) => {
    const length = termBytes.write(`${key}\0${text}`);
    if (length > MAX_TERM_BYTES) {
      throw badValue(
        `Flattened field [${path}] contains one immense field whose keyed encoding is longer than the allowed max length of ${MAX_TERM_BYTES} bytes. Key length: ${Buffer.byteLength(key)}, value length: ${Buffer.byteLength(text)} for key starting with [${key.slice(0, 50)}]`,
      );
    }
    builder.addOrdinalTerm(field, termBytes.bytes, 0, length);
  };
}

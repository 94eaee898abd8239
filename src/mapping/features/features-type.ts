/** Makes the types of many named features: each is a term of its name and its value. */
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { MAX_TERM_BYTES } from "../../compat/term-limit.ts";
import { type FieldCapabilities, plainValues } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseSourceFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField, ValueContext } from "../field-type.ts";
import { TextBytes } from "../keyword-text.ts";
import type { Parameter } from "../parameter.ts";
import { badValue, shortTokenNameOf, ValueError } from "../value-error.ts";
import { FEATURE_SEPARATOR } from "./feature-terms.ts";
import { FEATURE_BYTES, featureValue, writeFeature } from "./feature-value.ts";

/** What the types differ in. */
export interface FeaturesDefinition {
  readonly name: string;
  readonly summary: string;
  readonly incomplete: string;
  readonly parameters: readonly Parameter[];
  /** Whether a feature may come again in a document; the greatest value counts. */
  readonly repeatable: boolean;
  readonly searchable: boolean;
  /** What can be asked of it; absent: nothing of its own. */
  readonly values?: FieldCapabilities;
  /** Whether documents with the field can be asked for. */
  readonly exists: boolean;
}

export function featuresType(definition: FeaturesDefinition): FieldType {
  const { name: type } = definition;
  return defineFieldType({
    name: type,
    summary: definition.summary,
    incomplete: definition.incomplete,
    parameters: definition.parameters,
    notInMultiFields: true,

    create({ shown }, { path }): IndexableField {
      const base = baseField(path, {
        type,
        capabilities: definition.values ?? plainValues,
        searchable: definition.searchable,
        aggregatable: false,
        spec: { terms: "docs", norms: false, column: "ordinals" },
        shown,
      });
      return {
        ...base,
        // Where Elasticsearch stores values at all, it does so as vectors of terms.
        stored: false,
        withoutFieldData: `[${type}] fields do not support sorting, scripting or aggregating`,
        withoutExists: definition.exists ? undefined : `[${type}] fields do not support [exists] queries`,

        term() {
          throw illegalArgument(`Queries on [${type}] fields are not supported`);
        },

        index(value, target) {
          if (!isJsonObject(value)) {
            throw ofDocument(
              badValue(
                `[${type}] fields must be json objects, expected a START_OBJECT but got: ${shortTokenNameOf(value)}`,
              ),
            );
          }
          target.builder.addPresence(target.field);
          for (const [feature, given] of Object.entries(value)) {
            if (given === null) continue;
            target.item(feature);
            addFeature(definition, path, feature, given, target);
          }
          target.item(undefined);
        },

        // Elasticsearch reads the object to its end, and is done.
        multiFieldValues: () => [],

        fetch(sourceValue, format) {
          // What is stored as vectors of terms is read from there, whatever the format.
          if (shown["store"] !== true) refuseSourceFormat(base, format);
          return isJsonObject(sourceValue) ? sourceValue : undefined;
        },
      };
    },
  });
}

const termBytes = new TextBytes();
/** Features of the document at hand, where they must not come again. */
const seen = new Set<string>();

function addFeature(
  definition: FeaturesDefinition,
  path: string,
  feature: string,
  given: Json,
  target: ValueContext,
): void {
  const { name: type } = definition;
  if (typeof given === "boolean" || typeof given === "object") {
    throw ofDocument(
      badValue(
        `[${type}] fields take hashes that map a feature to a strictly positive float, but got unexpected token ${shortTokenNameOf(given)}`,
      ),
    );
  }
  if (!definition.repeatable) refuseRepetition(type, path, feature, target);
  let value: number;
  try {
    value = featureValue(given, { feature, field: path });
  } catch (error) {
    throw error instanceof ValueError ? ofDocument(error) : error;
  }
  const length = termBytes.write(`${feature}${FEATURE_SEPARATOR}\0\0\0\0`);
  if (length > MAX_TERM_BYTES)
    throw ofDocument(badValue(`[${type}] feature names of [${path}] are limited to ${MAX_TERM_BYTES} bytes`));
  writeFeature(value, termBytes.bytes, length - FEATURE_BYTES);
  target.builder.addOrdinalTerm(target.field, termBytes.bytes, 0, length);
}

/** `nextPosition` is zero for the first value of a document. */
function refuseRepetition(type: string, path: string, feature: string, target: ValueContext): void {
  if (target.nextPosition === 0) seen.clear();
  target.nextPosition = 1;
  if (seen.has(feature)) {
    throw ofDocument(
      badValue(
        `[${type}] fields do not support indexing multiple values for the same rank feature [${path}.${feature}] in the same document`,
      ),
    );
  }
  seen.add(feature);
}

function ofDocument(error: ValueError): ValueError {
  error.ofDocument = "value";
  return error;
}

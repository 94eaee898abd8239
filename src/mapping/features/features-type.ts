/** Makes the types that hold many named features: each feature is a term of name and value. */
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

/** The differences between the types. */
export interface FeaturesDefinition {
  readonly name: string;
  readonly summary: string;
  readonly incomplete?: string;
  readonly parameters: readonly Parameter[];
  /** Whether a feature may occur more than once in a document; the greatest value counts. */
  readonly repeatable: boolean;
  readonly searchable: boolean;
  /** Capabilities of the field; absent: the plain ones. */
  readonly values?: FieldCapabilities;
  /** Whether `exists` queries are supported. */
  readonly exists: boolean;
}

export function featuresType(definition: FeaturesDefinition): FieldType {
  const { name: type } = definition;
  return defineFieldType({
    name: type,
    summary: definition.summary,
    ...(definition.incomplete === undefined ? {} : { incomplete: definition.incomplete }),
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
        // Elasticsearch stores such values as term vectors, if at all.
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

        // Elasticsearch consumes the whole object, so multi-fields get nothing.
        multiFieldValues: () => [],

        fetch(sourceValue, format) {
          // Stored values are read from term vectors, in any format.
          if (shown["store"] !== true) refuseSourceFormat(base, format);
          return isJsonObject(sourceValue) ? sourceValue : undefined;
        },
      };
    },
  });
}

const termBytes = new TextBytes();
/** Features of the current document, where duplicates are refused. */
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

import { assert } from "../../core/assert.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { opaqueBytes, plainValues, wholeNumbers, wholeTexts } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseSourceFormat } from "../define-field-type.ts";
import type { FieldSpec } from "../../segment/segment-builder.ts";
import type { FieldType, IndexableField, ValueContext } from "../field-type.ts";
import { javaText, mapperParsing } from "../mapping-error.ts";
import type { QueryRange, StoredQuery } from "../stored-query.ts";
import { textTerms } from "../text-terms.ts";
import { ofDocument } from "../value-error.ts";

/**
 * Stored queries. For each query, further fields with Elasticsearch's names hold what a document must have to match it:
 * a term `field NUL term` for each required term, `field NUL from to` for each range, how many of them are needed, and
 * whether the extraction is exact (`complete`), inexact (`partial`) or impossible (`failed`).
 */
const storedQueries: FieldType = defineFieldType({
  name: "percolator",
  summary: "Queries, stored to be found by the documents that they match.",
  parameters: [],

  create({ shown }, { path }): IndexableField {
    const base = baseField(path, {
      type: "percolator",
      capabilities: { ...plainValues, queries: true, rangeQuery: false },
      searchable: false,
      aggregatable: false,
      spec: { terms: undefined, norms: false, column: undefined },
      shown,
    });
    return {
      ...base,
      withoutFieldData: `Fielddata is not supported on field [${path}] of type [percolator]`,
      subFields: parts(path).map((field) => ({ field, named: true })),

      index(value, target) {
        // Zero for the first value of a document.
        if (target.nextPosition > 0)
          throw ofDocument(illegalArgument("a document can only contain one percolator query"));
        target.nextPosition = 1;
        storedQuery(value, target);
        target.builder.addPresence(target.field);
      },

      fetch(sourceValue, format) {
        refuseSourceFormat(base, format);
        return sourceValue === null ? undefined : sourceValue;
      },
    };
  },
});

/** See `storedQueries`. It takes no parameters, not even those of every field. */
export const percolator: FieldType = {
  ...storedQueries,

  refuse(definition, name) {
    const others = Object.entries(definition).filter(([key]) => key !== "type");
    if (others.length === 0) return;
    const listed = others.map(([key, value]) => `[${key} : ${javaText(value)}]`);
    throw mapperParsing(`Mapping definition for [${name}] has unsupported parameters:  ${listed.join(" ")}`);
  },
};

/** The field with the queries themselves, as JSON: `{query, lookups}` where they have taken anything from elsewhere. */
export function queriesName(path: string): string {
  return `${path}.query_builder_field`;
}

/** The internal fields for the extracted terms and ranges. */
function parts(path: string): IndexableField[] {
  return [
    part(`${path}.extracted_terms`, "keyword", { terms: "docs", column: undefined }, ({ terms }, add) => {
      for (const { field, term } of terms) add(Buffer.concat([Buffer.from(`${field}\0`, "utf8"), term]));
    }),
    part(`${path}.extraction_result`, "keyword", { terms: "docs", column: undefined }, ({ extraction }, add) =>
      add(Buffer.from(extraction)),
    ),
    part(`${path}.range_field`, "ip_range", { terms: "docs", column: undefined }, ({ ranges }, add) =>
      ranges.forEach((range) => add(rangeTerm(range))),
    ),
    minimumField(`${path}.minimum_should_match_field`),
    part(queriesName(path), "binary", { terms: undefined, column: "ordinals" }, ({ lookups }, add, value) =>
      add(Buffer.from(stringifyJson(lookups.length === 0 ? value : { query: value, lookups: [...lookups] }))),
    ),
  ];
}

type AddTerm = (term: Uint8Array) => void;

function part(
  name: string,
  type: string,
  spec: Pick<FieldSpec, "terms" | "column">,
  write: (query: StoredQuery, add: AddTerm, value: Json) => void,
): IndexableField {
  const base = baseField(name, {
    type,
    capabilities: type === "keyword" ? wholeTexts : opaqueBytes,
    searchable: spec.terms !== undefined,
    aggregatable: false,
    spec: { ...spec, norms: false },
    shown: {},
  });
  return {
    ...base,
    ...(type === "keyword" ? textTerms(base) : {}),
    index(value, target) {
      const { builder, field } = target;
      write(
        storedQuery(value, target),
        (term) => {
          if (spec.column === "ordinals") builder.addOrdinalTerm(field, term, 0, term.length);
          else builder.addTerm(field, term, 0, term.length, 0);
        },
        value,
      );
    },
    fetch: () => undefined,
  };
}

function minimumField(name: string): IndexableField {
  const base = baseField(name, {
    type: "integer",
    capabilities: wholeNumbers("int"),
    searchable: false,
    aggregatable: true,
    spec: { terms: undefined, norms: false, column: "integer" },
    shown: {},
  });
  return {
    ...base,
    index(value, target) {
      const { minimum } = storedQuery(value, target);
      if (minimum !== undefined) target.builder.addNumber(target.field, minimum);
    },
    fetch: () => undefined,
  };
}

function rangeTerm({ field, from, to }: QueryRange): Uint8Array {
  return Buffer.concat([Buffer.from(`${field}\0`, "utf8"), from, to]);
}

/** Parsed queries, by value: every internal field needs them. */
const known = new WeakMap<object, StoredQuery>();

/** Reads a query. Throws ValueError. */
function storedQuery(value: Json, target: ValueContext): StoredQuery {
  const before = typeof value === "object" && value !== null ? known.get(value) : undefined;
  if (before) return before;
  assert(target.storedQuery !== undefined, "documents with queries are parsed by who can read queries");
  try {
    const read = target.storedQuery(value);
    if (typeof value === "object" && value !== null) known.set(value, read);
    return read;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw ofDocument(withoutPlace(error), error.type === "query_shard_exception" ? "last" : "value");
  }
}

/** Drops the location, which would refer to the query instead of the document. */
function withoutPlace(error: RequestError): RequestError {
  return error.type === "parsing_exception"
    ? new RequestError(error.status, error.type, error.message, { cause: error.cause })
    : error;
}

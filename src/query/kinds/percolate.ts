/** `percolate`: stored queries that match documents of the request, or a document of an index. */
import { BodyReader, contentParseException, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { refusePercolating } from "../expensive-queries.ts";
import { kindQuery } from "../kind-query.ts";
import { percolate as percolateExpression } from "../percolate/percolate-expression.ts";
import { readHead } from "../query-head.ts";
import type { ParseContext, QueryKind } from "../query-kind.ts";
import { queryShardException } from "../query-shard-exception.ts";

/** The ways to name documents, of which a query has one. */
const FORMS = ["document", "documents", "id"];

export const percolate: QueryKind = {
  name: "percolate",
  summary: "Matches stored queries that match a document.",

  parse(body, context) {
    const read = new BodyReader("percolate", body, "object");
    const path = textOf(read, "field");
    const given = givenDocuments(read);
    const place = readPlace(read);
    const name = textOf(read, "name");
    const head = readHead("percolate", read, body);
    read.end();
    checkForms(read);
    if (path === undefined) throw illegalArgument("Required [field]");
    const documents = given ?? [namedDocument(place, context)];
    if (documents.length === 0) throw illegalArgument("no document to percolate");
    const owner = {};
    return kindQuery(head, (searcher) => {
      refusePercolating(searcher);
      const { index, mapping } = searcher;
      const field = mapping.field(path);
      if (!field) throw queryShardException(index, `field [${path}] does not exist`);
      if (!field.capabilities.queries)
        throw queryShardException(
          index,
          `expected field [${path}] to be of type [percolator], but is of type [${field.type}]`,
        );
      return percolateExpression({
        path: field.path,
        documents,
        name: name ?? field.path,
        owner,
        parseStored: (stored, view, lookups) => context.parseStored(stored, view, lookups),
      });
    });
  },
};

/** Text; Elasticsearch's declared parsers take nothing else for it. */
function textOf(read: BodyReader, key: string): string | undefined {
  const value = read.json(key);
  if (value !== undefined && typeof value !== "string") throw notOf(key, value);
  return value;
}

function notOf(key: string, value: Json): RequestError {
  return contentParseException(`[percolate] ${key} doesn't support values of type: ${tokenName(value)}`);
}

/** The documents of the request; undefined: it has none. */
function givenDocuments(read: BodyReader): readonly JsonObject[] | undefined {
  const one = read.json("document");
  if (one !== undefined && !isJsonObject(one)) throw notOf("document", one);
  const several = read.json("documents");
  if (several === undefined) return one && [one];
  return (Array.isArray(several) ? several : [several]).map((document) => {
    if (!isJsonObject(document)) throw notOf("documents", document);
    return document;
  });
}

interface DocumentPlace {
  readonly index: string | undefined;
  readonly id: string | undefined;
  readonly routing: string | undefined;
  readonly version: number | undefined;
}

function readPlace(read: BodyReader): DocumentPlace {
  const place = { index: textOf(read, "index"), id: textOf(read, "id"), routing: textOf(read, "routing") };
  // Which copy of a shard is asked makes no difference.
  textOf(read, "preference");
  return { ...place, version: read.integer("version") };
}

function checkForms(read: BodyReader): void {
  const used = FORMS.filter((key) => read.has(key));
  const listed = `[${FORMS.join(", ")}]`;
  if (used.length === 0) throw illegalArgument(`Required one of fields ${listed}, but none were specified. `);
  if (used.length > 1) throw illegalArgument(`The following fields are not allowed together: [${used.join(", ")}] `);
}

/** The document at a place; an empty one while it is not known, as the query is then parsed again. */
function namedDocument({ index, id, routing, version }: DocumentPlace, { reference }: ParseContext): JsonObject {
  if (index === undefined || id === undefined)
    throw new RequestError(
      400,
      "x_content_parse_exception",
      "Failed to build [percolate] after last required field arrived",
      { cause: illegalArgument(`[${index === undefined ? "index" : "id"}] is a required argument`) },
    );
  if (!reference)
    throw illegalArgument("[percolate] query: documents of an index cannot be named in filters of aliases and roles");
  const found = reference({ query: "percolate", index, id, path: "", routing, version });
  return isJsonObject(found ?? null) ? (found as JsonObject) : {};
}

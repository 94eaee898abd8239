/** Turns the JSON of a query into a `Query`. */
import { didYouMean } from "../compat/did-you-mean.ts";
import { illegalArgument, parsingException, RequestError } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import type { MappingView } from "../mapping/mapping-view.ts";
import type { DocumentReference } from "./document-reference.ts";
import { readingBody } from "./failed-body.ts";
import { queryKinds } from "./kinds.ts";
import { MAX_CLAUSE_COUNT, MAX_NESTED_DEPTH, tooManyNestedClauses } from "./limits.ts";
import { StoredLookups } from "./percolation/stored-lookups.ts";
import type { InnerHits } from "./inner-hits.ts";
import type { ParseContext, QueryKind } from "./query-kind.ts";
import type { Query } from "./query.ts";

const kindsByName: ReadonlyMap<string, QueryKind> = new Map(queryKinds.map((kind) => [kind.name, kind]));

/** What parsing needs from the request. */
export interface ParseEnvironment {
  readonly mapping: MappingView;
  readonly nowMs: number;
  /** How many hits the request asks for; absent: it is not a search. */
  readonly size?: number | undefined;
  /** Receives deprecation warnings; when absent they are dropped. */
  readonly warn?: ((message: string) => void) | undefined;
  /** Called for each kind before it is read; throws for one that is not allowed here. */
  readonly checkKind?: ((name: string) => void) | undefined;
  /** Checks `inner_hits`; absent: nobody shows them. */
  readonly checkInnerHits?: ((body: JsonObject) => void) | undefined;
  /** See ParseContext; absent: queries may not refer to other documents. */
  readonly reference?: ((place: DocumentReference) => Json | undefined) | undefined;
  /** See ParseContext; absent: queries may not ask models. */
  readonly infer?: ParseContext["infer"];
}

/** The top-level context of a request's queries; `innerHits` is added to. */
export function createParseContext(environment: ParseEnvironment, innerHits: InnerHits[] = []): ParseContext {
  return contextAt(environment, 0, { clauses: 0 }, innerHits);
}

function contextAt(
  environment: ParseEnvironment,
  depth: number,
  counted: { clauses: number },
  innerHits: InnerHits[],
): ParseContext {
  const context: ParseContext = {
    mapping: environment.mapping,
    nowMs: environment.nowMs,
    size: environment.size,
    depth,
    innerHits,
    parseQuery(body, own = innerHits) {
      // The outermost query counts as a level.
      if (depth + 1 >= MAX_NESTED_DEPTH) {
        throw illegalArgument(
          "The nested depth of the query exceeds the maximum nested depth for queries set in [indices.query.bool.max_nested_depth]",
        );
      }
      return parseQuery(body, contextAt(environment, depth + 1, counted, own));
    },
    parseStored(body, mapping, lookups) {
      const reference = new StoredLookups(lookups).document;
      return parseQuery(body, createParseContext({ mapping, nowMs: environment.nowMs, reference }));
    },
    countClause() {
      counted.clauses++;
    },
    clauseCount: () => counted.clauses,
    checkInnerHits: (body) => environment.checkInnerHits?.(body),
    warn: (message) => environment.warn?.(message),
    checkKind: (name) => environment.checkKind?.(name),
    reference: environment.reference,
    infer: environment.infer,
  };
  return context;
}

/**
 * Reads `{kind: body}`. Throws RequestError 400 with Elasticsearch's message for an unknown kind, key or value; what
 * does not fit the index throws when the query is planned.
 */
export function parseQuery(body: Json, context: ParseContext): Query {
  if (!isJsonObject(body)) throw parsingException("[_na] query malformed, must start with start_object");
  const query = readingBody(body, () => parseBody(body, context));
  return context.depth === 0 && context.clauseCount() > MAX_CLAUSE_COUNT ? withTooManyClauses(query) : query;
}

/** Elasticsearch checks this when it rewrites the query on a shard, after it has built each query. */
function withTooManyClauses(query: Query): Query {
  return {
    ...query,
    plan(searcher, options) {
      query.plan(searcher, options);
      throw tooManyNestedClauses();
    },
  };
}

function parseBody(body: JsonObject, context: ParseContext): Query {
  const [name, next] = Object.keys(body);
  if (name === undefined) throw illegalArgument("query malformed, empty clause found at [1:1]");
  context.checkKind(name);
  const inner = ownOf(body, name);
  if (!isJsonObject(inner)) throw parsingException(`[${name}] query malformed, no start_object after query name`);
  const kind = kindsByName.get(name);
  if (!kind) throw unknownQuery(name);
  const query = readingBody(inner, () => kind.parse(inner, context));
  if (next !== undefined)
    throw parsingException(`[${name}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`);
  return query;
}

function unknownQuery(name: string): RequestError {
  const cause = new RequestError(400, "named_object_not_found_exception", `[1:1] unknown field [${name}]`);
  return new RequestError(400, "parsing_exception", `unknown query [${name}]${didYouMean(name, kindsByName.keys())}`, {
    details: { line: 1, col: 1 },
    cause,
  });
}

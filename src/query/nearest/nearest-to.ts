/** The nearest to a vector in a field of vectors. */
import { illegalArgument } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import type { Expression } from "../expression.ts";
import { expressionOf } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { documentsView } from "../nested/nested-view.ts";
import type { Query, SearcherView } from "../query.ts";
import { exactNearest } from "./exact-expression.ts";
import { nearest } from "./nearest-expression.ts";
import { requireVectors, vectorScoring } from "./vector-scoring.ts";

export const MOST_CANDIDATES = 10_000;
/** Candidates for each of the nearest, unless the request says otherwise. */
const CANDIDATES_FOR_ONE = 1.5;
/** Documents found by quantised vectors, for each of the nearest, unless the request says how they are scored. */
const CHOSEN_FOR_ONE = 2;

/** What is looked for. */
export interface Wanted {
  readonly path: string;
  readonly vector: readonly number[];
  readonly k: number;
  readonly candidates: number;
  /** As the request says; undefined: as the mapping says. */
  readonly oversample?: number | undefined;
  readonly similarity?: number | undefined;
  readonly filters: readonly Query[];
}

/** How many candidates there are in each segment, unless the request says. */
export function candidatesFor(k: number): number {
  return Math.min(MOST_CANDIDATES, Math.round(CANDIDATES_FOR_ONE * k));
}

export function nearestTo(
  searcher: SearcherView,
  { path, vector, k, candidates, oversample, similarity, filters }: Wanted,
): Expression {
  const field = searcher.mapping.field(path);
  if (!field) return matchNone(`unmapped field [${path}]`);
  requireVectors(field, path);
  const scoring = vectorScoring(field, vector);
  if (k < 1) throw illegalArgument(`k must be at least 1, got: ${k}`);
  if (!scoring) return matchNone(`no vectors in field [${path}]`);
  const documents = documentsView(searcher);
  const clauses = filters.map((filter) => ({ occur: "filter" as const, expression: expressionOf(filter, documents) }));
  const rescored = rescoredOf(field, k, candidates, oversample);
  return nearest({
    path: field.path,
    vector,
    scoring,
    k,
    candidates,
    rescored: rescored ?? 0,
    chosen: rescored === undefined ? Math.min(candidates, k * CHOSEN_FOR_ONE) : 0,
    filter: clauses.length === 0 ? undefined : booleanOf(clauses),
    minScore: similarity === undefined ? undefined : scoring.scoreAt(similarity),
  });
}

/** How many documents are scored again by the vectors themselves; undefined: nobody says. */
function rescoredOf(field: MappedField, k: number, candidates: number, asked: number | undefined): number | undefined {
  const options = (field.parameters["index_options"] ?? {}) as { type?: string; rescore_vector?: JsonObject };
  const given = asked ?? options.rescore_vector?.["oversample"];
  if (given === undefined) return undefined;
  const oversample = Number(given);
  if (oversample === 0) return 0;
  const wanted = Math.min(MOST_CANDIDATES, Math.ceil(k * oversample));
  // One bit of each dimension says little: whatever was found is worth a look.
  return options.type?.startsWith("bbq") ? Math.max(wanted, candidates) : wanted;
}

/** All vectors of a field by their distance. */
export function exactTo({ mapping }: SearcherView, path: string, vector: readonly number[]): Expression {
  const field = mapping.field(path);
  const scoring = field && vectorScoring(field, vector);
  if (!scoring) return matchNone(`no vectors in field [${path}]`);
  return exactNearest({ path: field.path, scoring, minScore: -Infinity, foundIn: () => () => true });
}

/** Documents of relations. */
import { term } from "../term/term-expression.ts";
import type { Expression } from "../expression.ts";
import { anyTerm } from "../terms/terms-expression.ts";
import type { Relations } from "./relations.ts";

const encoder = new TextEncoder();

/** Documents of any of the relations: at least one. */
export function ofRelation({ field }: Relations, names: readonly string[]): Expression {
  const terms = names.map((name) => encoder.encode(name));
  const [only] = terms;
  return only && terms.length === 1 ? term(field, only) : anyTerm(field, terms);
}

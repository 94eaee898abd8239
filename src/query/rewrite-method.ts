/** `rewrite`: how a query that expands to many terms is rewritten. */
import { illegalArgument } from "../compat/errors.ts";
import { type NameTable, nameTable } from "../core/names.ts";

/** How the terms of a prefix, wildcard, regexp, fuzzy or term range query are matched and scored. */
export type RewriteMethod =
  | { readonly form: "constant" }
  /** Every term is scored. */
  | { readonly form: "scoring" }
  /** The best `size` terms: scored each, with a constant score, or with blended document frequencies. */
  | { readonly form: "top"; readonly size: number; readonly score: "term" | "boost" | "blended" };

const named: NameTable<RewriteMethod> = nameTable({
  constant_score: { form: "constant" },
  constant_score_blended: { form: "constant" },
  constant_score_boolean: { form: "constant" },
  scoring_boolean: { form: "scoring" },
});

const sized: readonly [prefix: string, score: "term" | "boost" | "blended"][] = [
  ["top_terms_blended_freqs_", "blended"],
  ["top_terms_boost_", "boost"],
  ["top_terms_", "term"],
];

/** The method with this name; the query's default without a name. Throws for an unknown one. */
export function parseRewriteMethod(
  name: string | undefined,
  otherwise: RewriteMethod = { form: "constant" },
): RewriteMethod {
  if (name === undefined) return otherwise;
  const known = Object.hasOwn(named, name) ? named[name] : undefined;
  if (known) return known;
  for (const [prefix, score] of sized) {
    if (!name.startsWith(prefix)) continue;
    const size = Number(name.slice(prefix.length));
    if (Number.isInteger(size) && size > 0) return { form: "top", size, score };
  }
  throw illegalArgument(`Failed to parse rewrite_method [${name}]`);
}

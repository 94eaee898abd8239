/**
 * Which terms of a query count for a document: those of clauses that do not match it are not marked even if the
 * document has them (`title:(quick AND fox) OR k:c` does not mark a lone `fox`), as when Elasticsearch takes matches
 * from the query's weight.
 */
import type { HighlightTerm, Plan } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";

/** Selects terms by document. */
export class MatchingTerms {
  readonly #plan: Plan;
  readonly #terms: readonly HighlightTerm[];
  /** Whether a nested clause may fail while the whole query matches; otherwise nothing has to be selected. */
  readonly #nested: boolean;

  constructor(plan: Plan, terms: readonly HighlightTerm[]) {
    this.#plan = plan;
    this.#terms = terms;
    this.#nested = plan.children.some(
      (child) => child.children.length > 1 || child.children.some((inner) => inner.children.length > 1),
    );
  }

  /** The terms that count. */
  of(reader: SegmentReader, doc: number): readonly HighlightTerm[] {
    if (!this.#nested) return this.#terms;
    const alive = new Set<string>();
    const seen = new Set<string>();
    const visit = (node: Plan, live: boolean): void => {
      const matches = live && node.explain(reader, doc).match;
      if (node.children.length === 0) {
        seen.add(node.description);
        if (matches) alive.add(node.description);
      }
      for (const child of node.children) visit(child, matches);
    };
    visit(this.#plan, true);
    return this.#terms.filter((term) => {
      const description = describe(term);
      // Terms that the plan describes differently are assumed to match.
      return description === undefined || !seen.has(description) || alive.has(description);
    });
  }
}

/** Description of the term's or phrase's leaf plan; undefined for patterns. */
function describe(term: HighlightTerm): string | undefined {
  if (term.matches) return undefined;
  if (term.words.length === 1) return `${term.field}:${term.words[0]}`;
  return `${term.field}:"${term.words.join(" ")}"${term.slop > 0 ? `~${term.slop}` : ""}`;
}

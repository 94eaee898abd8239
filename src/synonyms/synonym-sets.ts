/** Synonym sets: rules with ids, by set name. Search analyzers may take their rules from them. */
import type { ChangeSource } from "../cluster/cluster-change.ts";

/** One rule in Solr's form (`a, b`, `a => b`). */
export interface SynonymRule {
  readonly id: string;
  readonly synonyms: string;
}

/** A rule to store; without an id it is assigned one. */
export interface NewSynonymRule {
  readonly id: string | undefined;
  readonly synonyms: string;
}

/** Maximum rules in a set. */
export const MOST_RULES = 10_000;

/**
 * Reads and changes synonym sets; `source` of a change says who makes it. Errors are RequestErrors: 404 for a missing
 * set or rule, 400 for more rules than a set may have.
 */
export interface SynonymSets {
  /** One page of the sets in order of their names, and the total number of sets. */
  list(
    from: number,
    size: number,
  ): Promise<{ readonly count: number; readonly sets: readonly { readonly name: string; readonly count: number }[] }>;
  /** The rules of a set in order of their ids. */
  rules(set: string): Promise<readonly SynonymRule[]>;
  rule(set: string, id: string): Promise<SynonymRule>;
  /** Creates a set, or replaces its rules; with `append`, rules with other ids remain. Durable when it resolves. */
  put(
    source: ChangeSource,
    set: string,
    rules: readonly NewSynonymRule[],
    append: boolean,
  ): Promise<"created" | "updated">;
  putRule(source: ChangeSource, set: string, rule: SynonymRule): Promise<"created" | "updated">;
  deleteRule(source: ChangeSource, set: string, id: string): Promise<void>;
  /** Deletes a set unless `refuse`, called while no other change is running, throws. */
  delete(source: ChangeSource, set: string, refuse: () => void): Promise<void>;
}

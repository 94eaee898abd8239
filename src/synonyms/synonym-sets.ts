/** Sets of synonyms: rules with ids, by name. Analyzers of searches may take their rules from them. */
import type { ChangeSource } from "../cluster/cluster-change.ts";

/** One rule in Solr's form (`a, b`, `a => b`). */
export interface SynonymRule {
  readonly id: string;
  readonly synonyms: string;
}

/** A rule to be stored; without an id it is given one. */
export interface NewSynonymRule {
  readonly id: string | undefined;
  readonly synonyms: string;
}

/** Most rules in a set. */
export const MOST_RULES = 10_000;

/**
 * What changes sets says for whom. Errors are RequestErrors: 404 for a set or rule that is not there, 400 for more
 * rules than a set may have.
 */
export interface SynonymSets {
  /** One page of the sets in the order of their names, and how many there are. */
  list(
    from: number,
    size: number,
  ): Promise<{ readonly count: number; readonly sets: readonly { readonly name: string; readonly count: number }[] }>;
  /** The rules of a set in the order of their ids. */
  rules(set: string): Promise<readonly SynonymRule[]>;
  rule(set: string, id: string): Promise<SynonymRule>;
  /** Makes a set, or replaces its rules; with `append`, rules with other ids stay. Durable when it resolves. */
  put(
    source: ChangeSource,
    set: string,
    rules: readonly NewSynonymRule[],
    append: boolean,
  ): Promise<"created" | "updated">;
  putRule(source: ChangeSource, set: string, rule: SynonymRule): Promise<"created" | "updated">;
  deleteRule(source: ChangeSource, set: string, id: string): Promise<void>;
  /** Deletes a set unless `refuse`, asked when nothing else changes sets, throws. */
  delete(source: ChangeSource, set: string, refuse: () => void): Promise<void>;
}

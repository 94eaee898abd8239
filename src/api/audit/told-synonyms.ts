/** The sets of synonyms for one caller: whatever it changes is told. */
import type { NewSynonymRule, SynonymRule, SynonymSets } from "../../synonyms/synonym-sets.ts";
import type { ClusterChange } from "./told-cluster.ts";

const MODEL = "synonyms_set";

export class ToldSynonyms implements SynonymSets {
  readonly #sets: SynonymSets;
  readonly #tell: (change: ClusterChange) => void;

  constructor(sets: SynonymSets, tell: (change: ClusterChange) => void) {
    this.#sets = sets;
    this.#tell = tell;
  }

  list(from: number, size: number): ReturnType<SynonymSets["list"]> {
    return this.#sets.list(from, size);
  }

  rules(set: string): Promise<readonly SynonymRule[]> {
    return this.#sets.rules(set);
  }

  rule(set: string, id: string): Promise<SynonymRule> {
    return this.#sets.rule(set, id);
  }

  async put(set: string, rules: readonly NewSynonymRule[], append: boolean): Promise<"created" | "updated"> {
    const result = await this.#sets.put(set, rules, append);
    this.#tell({ action: result === "created" ? "model_created" : "model_updated", model: MODEL, name: set });
    return result;
  }

  async putRule(set: string, rule: SynonymRule): Promise<"created" | "updated"> {
    const result = await this.#sets.putRule(set, rule);
    this.#updated(set, rule.id);
    return result;
  }

  async deleteRule(set: string, id: string): Promise<void> {
    await this.#sets.deleteRule(set, id);
    this.#updated(set, id);
  }

  async delete(set: string, refuse: () => void): Promise<void> {
    await this.#sets.delete(set, refuse);
    this.#tell({ action: "model_deleted", model: MODEL, name: set });
  }

  #updated(set: string, rule: string): void {
    this.#tell({ action: "model_updated", model: MODEL, name: set, part: `rule ${rule}` });
  }
}

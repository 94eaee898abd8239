/** Merges adjacent runs of the id table a piece at a time, so that no write waits for a large merge. */
import { compareEntries, ENTRY_WORDS, isDead } from "./id-entries.ts";
import { type IdRun, IdRunBuilder } from "./id-run.ts";

export class IdRunMerge {
  readonly inputs: readonly IdRun[];
  readonly #dropDead: boolean;
  readonly #cursors: number[];
  readonly #builder: IdRunBuilder;

  /** `dropDead`: there is no older run, so cancelling entries have nothing left to cancel. */
  constructor(inputs: readonly IdRun[], dropDead: boolean) {
    this.inputs = inputs;
    this.#dropDead = dropDead;
    this.#cursors = inputs.map(() => 0);
    this.#builder = new IdRunBuilder(inputs.reduce((sum, run) => sum + run.count, 0));
  }

  /** Merges about `budget` more entries; returns the merged run when it is complete. */
  step(budget: number): IdRun | undefined {
    for (let left = budget; left > 0; left--) {
      const lowest = this.#lowest();
      if (lowest < 0) return this.#builder.finish();
      this.#takeGroup(lowest);
    }
    return undefined;
  }

  /** Index of the input whose next entry is the lowest; -1 when all are exhausted. */
  #lowest(): number {
    let lowest = -1;
    for (let number = 0; number < this.inputs.length; number++) {
      const at = this.#cursors[number]!;
      const entries = this.inputs[number]!.entries;
      if (at >= entries.length) continue;
      if (lowest >= 0 && compareEntries(entries, at, this.inputs[lowest]!.entries, this.#cursors[lowest]!) >= 0)
        continue;
      lowest = number;
    }
    return lowest;
  }

  /** Consumes all entries with the hash and sequence number of the lowest one; keeps at most one of them. */
  #takeGroup(lowest: number): void {
    const group = this.inputs[lowest]!.entries;
    const groupAt = this.#cursors[lowest]!;
    let found = false;
    let dead = false;
    let keptFrom = group;
    let keptAt = groupAt;
    for (let number = lowest; number < this.inputs.length; number++) {
      const entries = this.inputs[number]!.entries;
      let at = this.#cursors[number]!;
      for (; at < entries.length && compareEntries(entries, at, group, groupAt) === 0; at += ENTRY_WORDS) {
        if (isDead(entries, at)) {
          dead = true;
          keptFrom = entries;
          keptAt = at;
        } else {
          found = true;
        }
      }
      this.#cursors[number] = at;
    }
    // An entry and the one that cancels it annihilate each other.
    if (dead ? !found && !this.#dropDead : true) this.#builder.add(keptFrom, keptAt);
  }
}

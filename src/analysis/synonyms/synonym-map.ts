/** Synonym rules in a form for lookup (Lucene's SynonymMap). */
import type { Token } from "../analyzer.ts";

/** Joins the words of an input to a key. */
const SEPARATOR = "\0";

/** The synonyms of an input. */
export interface SynonymEntry {
  /** Outputs of one or more words each, in rule order, without duplicates. */
  readonly outputs: readonly (readonly string[])[];
  /** Whether the original words are kept, too. */
  readonly keepsOriginal: boolean;
}

/** A match of `length` tokens. */
export interface SynonymMatch {
  readonly length: number;
  readonly entry: SynonymEntry;
}

interface GrowingEntry {
  readonly outputs: (readonly string[])[];
  /**
   * Keys of the outputs, once there are many: most entries have few, and a set for each would cost more than everything
   * else.
   */
  known: Set<string> | undefined;
  keepsOriginal: boolean;
}

/** Up to this many outputs of an entry are compared one by one. */
const FEW = 8;

export class SynonymMap {
  readonly #entries = new Map<string, GrowingEntry>();
  /** Prefixes of inputs of several words. */
  readonly #beginnings = new Set<string>();

  get size(): number {
    return this.#entries.size;
  }

  /** Adds `output` as a synonym of `input`, in addition to it or in place of it. */
  add(input: readonly string[], output: readonly string[], keepsOriginal: boolean): void {
    const key = input.join(SEPARATOR);
    let entry = this.#entries.get(key);
    if (!entry) {
      entry = { outputs: [], known: undefined, keepsOriginal: false };
      this.#entries.set(key, entry);
      for (let words = 1; words < input.length; words++) this.#beginnings.add(input.slice(0, words).join(SEPARATOR));
    }
    entry.keepsOriginal ||= keepsOriginal;
    if (!isKnown(entry, output)) entry.outputs.push(output);
  }

  /** The longest input that begins at token `from`. */
  longestMatch(tokens: readonly Token[], from: number): SynonymMatch | undefined {
    let key = "";
    let best: SynonymMatch | undefined;
    for (let at = from; at < tokens.length; at++) {
      key = at === from ? tokens[at]!.text : key + SEPARATOR + tokens[at]!.text;
      const entry = this.#entries.get(key);
      if (entry) best = { length: at - from + 1, entry };
      if (!this.#beginnings.has(key)) break;
    }
    return best;
  }
}

/** Whether an entry has an output; if not, records it. */
function isKnown(entry: GrowingEntry, output: readonly string[]): boolean {
  if (entry.outputs.length < FEW)
    return entry.outputs.some(
      (known) => known.length === output.length && known.every((word, at) => word === output[at]),
    );
  entry.known ??= new Set(entry.outputs.map((known) => known.join(SEPARATOR)));
  const key = output.join(SEPARATOR);
  if (entry.known.has(key)) return true;
  entry.known.add(key);
  return false;
}

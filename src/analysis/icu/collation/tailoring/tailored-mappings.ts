/** Mappings changed by rules, while these are parsed; all others fall back to the root (ICU's CollationDataBuilder). */
import { canonicalEnds } from "../../canonical-ends.ts";
import { CollationElements } from "../collation-elements.ts";
import type { CollationMappings } from "../collation-data.ts";
import { BEGINS_WITH_MARK, ENDS_WITH_MARK, FALLBACK, NO_SINGLE_MATCH, SPECIAL, TAG } from "../mapping-words.ts";
import { ElementBuffer } from "../element-buffer.ts";
import { contextTrie } from "./context-trie.ts";
import type { Element } from "./element.ts";
import { refusedRule } from "./refused-rule.ts";
import { rootContexts, rootElementsOf } from "./root-contexts.ts";

/** Elements that one mapping may have. */
export const MOST_ELEMENTS = 31;

/** Words made while rules are parsed are dropped when their tables reach this length: most are outdated by then. */
const MOST_KEPT = 0x40000;

const HANGUL_FIRST = 0xac00;
const HANGUL_LAST = 0xd7a3;

/** The word of Hangul syllables, which their letters make. */
const HANGUL = SPECIAL | TAG.hangul;

/** Words of contexts, digits and expansions, without their index. */
const PREFIX = SPECIAL | TAG.prefix;
const CONTRACTION = SPECIAL | TAG.contraction;
const DIGIT = SPECIAL | TAG.digit;
const EXPANSION = SPECIAL | TAG.elements;

/** Letters that Hangul syllables are made of, in the order of their words. */
const jamo = [
  ...Array.from({ length: 19 }, (_, index) => 0x1100 + index),
  ...Array.from({ length: 21 }, (_, index) => 0x1161 + index),
  ...Array.from({ length: 27 }, (_, index) => 0x11a8 + index),
];

/**
 * Elements of a character by the text before it, then by the text behind it; of the character alone: both are empty.
 */
type Contexts = Map<string, Map<string, readonly Element[]>>;

/** See the file comment. */
export class TailoredMappings {
  readonly #base: CollationMappings;
  readonly #contexts = new Map<number, Contexts>();
  /** Words that have been made since the last change of their character. */
  readonly #words = new Map<number, number>();
  #elements = new ElementBuffer();
  #units = new Uint16Array(64);
  #unitCount = 0;
  readonly #reader: CollationElements;
  #jamo: Int32Array | undefined;

  constructor(base: CollationMappings) {
    this.#base = base;
    this.#reader = new CollationElements(this.#mappings(), false);
  }

  get isEmpty(): boolean {
    return this.#contexts.size === 0;
  }

  /** Whether a character of a text is not mapped as in the root. */
  changes(text: string): boolean {
    for (const character of text) if (this.#contexts.has(character.codePointAt(0)!)) return true;
    return false;
  }

  /**
   * Elements of a text, of which `prefix` is what stands before it. Those that are ignored on all levels are left out.
   */
  elementsOf(text: string, prefix = ""): Element[] {
    const reader = this.#reader;
    const elements: Element[] = [];
    reader.begin(prefix + text, prefix.length);
    for (;;) {
      reader.next();
      if (reader.primary === 1) return elements;
      if (reader.primary !== 0 || reader.lower !== 0)
        elements.push({ primary: reader.primary, lower: reader.lower >>> 0 });
    }
  }

  /** Maps a text to elements where `prefix` stands before it. */
  add(prefix: string, text: string, elements: readonly Element[]): void {
    if (elements.length > MOST_ELEMENTS) throw refusedRule("mapping to too many CEs");
    const codePoint = text.codePointAt(0)!;
    const suffix = text.slice(codePoint > 0xffff ? 2 : 1);
    let contexts = this.#contexts.get(codePoint);
    if (!contexts) {
      // What the root has of a character in contexts stays.
      contexts = rootContexts(this.#base, codePoint);
      if (prefix === "" && suffix === "" && isAlone(contexts)) contexts = new Map();
      this.#contexts.set(codePoint, contexts);
    }
    const bySuffix = contexts.get(prefix) ?? new Map<string, readonly Element[]>();
    bySuffix.set(suffix, elements);
    contexts.set(prefix, bySuffix);
    this.#forget(codePoint);
  }

  /** Leaves of some characters only what they are alone. */
  suppressContexts(codePoint: number): void {
    const contexts = this.#contexts.get(codePoint) ?? rootContexts(this.#base, codePoint);
    if (isAlone(contexts)) return;
    this.#contexts.set(codePoint, new Map([["", new Map([["", contexts.get("")!.get("")!]])]]));
    this.#forget(codePoint);
  }

  /** The mappings with each element changed, ready for use. */
  finished(change: (element: Element) => Element): CollationMappings {
    for (const contexts of this.#contexts.values()) {
      for (const bySuffix of contexts.values())
        for (const [suffix, elements] of bySuffix) bySuffix.set(suffix, elements.map(change));
    }
    this.#clear();
    const words = new Map<number, number>();
    for (const codePoint of this.#contexts.keys()) words.set(codePoint, this.#wordOf(codePoint)!);
    const digits: number[] = [];
    for (const [codePoint, word] of words) {
      const value = digitValue(this.#base, codePoint);
      if (value === undefined) continue;
      words.set(codePoint, (digits.length << 13) | (value << 8) | DIGIT);
      digits.push(word);
    }
    const hasOwnJamo = jamo.some((letter) => words.has(letter));
    return {
      ...this.#base,
      base: this.#base,
      trie: { get: (codePoint) => words.get(codePoint) ?? (hasOwnJamo && isHangul(codePoint) ? HANGUL : FALLBACK) },
      words: Int32Array.from(digits),
      jamo: hasOwnJamo ? this.#jamoWords() : this.#base.jamo,
      primaries: this.#elements.primaries.slice(0, this.#elements.count),
      lowers: this.#elements.lowers.slice(0, this.#elements.count),
      contexts: this.#units.slice(0, this.#unitCount),
    };
  }

  #forget(codePoint: number): void {
    this.#words.delete(codePoint);
    this.#jamo = undefined;
    if (Math.max(this.#unitCount, this.#elements.count) > MOST_KEPT) this.#clear();
  }

  /** Forgets all words that were made. */
  #clear(): void {
    this.#words.clear();
    this.#jamo = undefined;
    this.#elements.count = 0;
    this.#unitCount = 0;
  }

  /** The mappings as they are now. */
  #mappings(): CollationMappings {
    // Getters see what is made on the way.
    const elements = (): ElementBuffer => this.#elements;
    const units = (): Uint16Array => this.#units;
    const letters = (): Int32Array => (this.#jamo ??= this.#jamoWords());
    return {
      ...this.#base,
      base: this.#base,
      trie: { get: (codePoint) => (isHangul(codePoint) ? HANGUL : (this.#wordOf(codePoint) ?? FALLBACK)) },
      words: new Int32Array(0),
      get jamo() {
        return letters();
      },
      get primaries() {
        return elements().primaries;
      },
      get lowers() {
        return elements().lowers;
      },
      get contexts() {
        return units();
      },
    };
  }

  /** Words of the letters of Hangul; those of the root are written anew, as theirs point into its tables. */
  #jamoWords(): Int32Array {
    return Int32Array.from(jamo, (letter) => this.#wordOf(letter) ?? this.#encode(rootElementsOf(this.#base, letter)));
  }

  #wordOf(codePoint: number): number | undefined {
    const contexts = this.#contexts.get(codePoint);
    if (!contexts) return undefined;
    let word = this.#words.get(codePoint);
    if (word === undefined) {
      word = this.#build(contexts);
      this.#words.set(codePoint, word);
    }
    return word;
  }

  /** The word of a character with its contexts: prefixes, shorter ones first, each with what may follow. */
  #build(contexts: Contexts): number {
    const prefixes = [...contexts.keys()].sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
    const words = new Map<string, number>();
    for (const prefix of prefixes)
      words.set(
        prefix,
        this.#buildSuffixes(contexts.get(prefix)!, () => wordOfShorter(words, prefix)),
      );
    const alone = words.get("")!;
    if (prefixes.length === 1) return alone;
    const entries = prefixes
      .filter((prefix) => prefix !== "")
      .map((prefix) => ({ text: [...prefix].reverse().join(""), word: words.get(prefix)! }));
    return PREFIX | (this.#addTrie(alone, entries) << 13);
  }

  #buildSuffixes(bySuffix: ReadonlyMap<string, readonly Element[]>, shorter: () => number): number {
    const alone = bySuffix.get("");
    if (alone && bySuffix.size === 1) return this.#encode(alone);
    const entries = [...bySuffix]
      .filter(([suffix]) => suffix !== "")
      .map(([suffix, elements]) => ({ text: suffix, word: this.#encode(elements) }));
    let flags = BEGINS_WITH_MARK | (alone ? 0 : NO_SINGLE_MATCH);
    for (const { text } of entries) {
      if (canonicalEnds(text.codePointAt(0)!) <= 0xff) flags &= ~BEGINS_WITH_MARK;
      if (canonicalEnds([...text].at(-1)!.codePointAt(0)!) > 0xff) flags |= ENDS_WITH_MARK;
    }
    return CONTRACTION | flags | (this.#addTrie(alone ? this.#encode(alone) : shorter(), entries) << 13);
  }

  #addTrie(alone: number, entries: Parameters<typeof contextTrie>[0]): number {
    const index = this.#unitCount;
    if (index > 0x7ffff) throw refusedRule("too many context-sensitive mappings");
    const units = [alone >>> 16, alone & 0xffff, ...contextTrie(entries)];
    if (index + units.length > this.#units.length) {
      const larger = new Uint16Array(2 * (index + units.length));
      larger.set(this.#units);
      this.#units = larger;
    }
    this.#units.set(units, index);
    this.#unitCount += units.length;
    return index;
  }

  /** The word of elements: the element itself where it is short, else where they stand. */
  #encode(elements: readonly Element[]): number {
    const [only] = elements;
    if (!only) return 0;
    const { primary, lower } = only;
    if (elements.length === 1 && (primary & 0xffff) === 0 && (lower & 0x00ff00ff) === 0)
      return primary | (lower >>> 16) | ((lower >>> 8) & 0xff);
    const index = this.#elements.count;
    if (index > 0x7ffff) throw refusedRule("too many mappings");
    for (const element of elements) this.#elements.add(element.primary, element.lower);
    return (index << 13) | (elements.length << 8) | EXPANSION;
  }
}

function isAlone(contexts: Contexts): boolean {
  return contexts.size === 1 && contexts.get("")!.size === 1;
}

function isHangul(codePoint: number): boolean {
  return codePoint >= HANGUL_FIRST && codePoint <= HANGUL_LAST;
}

/** The word of the longest prefix that ends one. */
function wordOfShorter(words: ReadonlyMap<string, number>, prefix: string): number {
  let found = 0;
  for (const [shorter, word] of words) if (shorter.length < prefix.length && prefix.endsWith(shorter)) found = word;
  return found;
}

/** The value of a digit by the root; undefined for what is none. */
function digitValue({ trie }: CollationMappings, codePoint: number): number | undefined {
  const word = trie.get(codePoint);
  return (word & 0xff) === DIGIT ? (word >> 8) & 0xf : undefined;
}

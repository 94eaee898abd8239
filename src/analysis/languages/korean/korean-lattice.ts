/**
 * Finds the words of Korean text: the cheapest path through all matching dictionary words (Lucene's KoreanTokenizer).
 */
import { scriptOf, COMMON_SCRIPT } from "../../unicode/script-of.ts";
import type { MecabDictionary } from "../mecab/mecab-dictionary.ts";
import { type WordArc, WordArcs } from "../mecab/word-arcs.ts";
import { type KoreanEntry, koreanClassOf, koreanEntry } from "./korean-dictionary.ts";
import {
  type KoreanUserDictionary,
  type KoreanUserWord,
  USER_LEFT_ID,
  USER_WORD_COST,
} from "./korean-user-dictionary.ts";

/** `discard` outputs the parts of compounds, `none` the compounds, `mixed` both. */
export type DecompoundMode = "none" | "discard" | "mixed";

/** How words are found, and which are output. */
export interface KoreanOptions {
  readonly mode: DecompoundMode;
  readonly discardPunctuation: boolean;
  readonly userDictionary: KoreanUserDictionary | undefined;
}

/** A word that was found. */
export interface KoreanWord {
  /** As in the text, except for parts of inflected words. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is at the position of the previous word: the first part of a compound that is output too. */
  readonly stacked: boolean;
  readonly positionLength: number;
  readonly tag: string;
  readonly reading: string | undefined;
}

const MAX_UNKNOWN_LENGTH = 1024;
/** Maximum characters after the last decision; then the cheapest path is taken. */
const MAX_GAP = 1024;
/** Penalty of particles and endings after a space. */
const SPACE_PENALTY = 3000;
const penalised = new Set(["E", "J", "VCP", "XSA", "XSN", "XSV"]);

/** Tables of the words of arcs. */
const KNOWN = 0;
const UNKNOWN = 1;
const USER = 2;

interface Arc extends WordArc {
  /** Start of the word, after spaces that follow `from`. */
  readonly wordStart: number;
  readonly table: number;
  readonly word: number;
  readonly userWord: KoreanUserWord | undefined;
}

const punctuation = /[\p{Z}\p{Cc}\p{Cf}\p{Pd}\p{Ps}\p{Pe}\p{Pc}\p{Po}\p{Sm}\p{Sc}\p{Sk}\p{So}\p{Pi}\p{Pf}\u318d]/u;
const blank = /\p{Zs}/u;
const digit = /\p{Nd}/u;
const mark = /\p{Mn}/u;

/** The words of a text, in order. */
export function koreanWords(text: string, dictionary: MecabDictionary, options: KoreanOptions): KoreanWord[] {
  return new Lattice(text, dictionary, options).words();
}

/** Whether a left id belongs to particles or endings: 0 unknown, 1 no, 2 yes. */
const penaltyOf = new Uint8Array(0x10000);

class Lattice {
  readonly #text: string;
  readonly #dictionary: MecabDictionary;
  readonly #options: KoreanOptions;
  readonly #arcs: WordArcs<Arc>;
  readonly #words: KoreanWord[] = [];
  #decided = 0;
  /** End of the furthest user dictionary word since the last output. */
  #userEnd = 0;

  constructor(text: string, dictionary: MecabDictionary, options: KoreanOptions) {
    this.#text = text;
    this.#dictionary = dictionary;
    this.#options = options;
    this.#arcs = new WordArcs(dictionary);
  }

  words(): KoreanWord[] {
    const { length } = this.#text;
    if (length === 0) return [];
    this.#arcs.add(0, {
      cost: 0,
      rightId: 0,
      from: -1,
      fromIndex: -1,
      wordStart: -1,
      table: KNOWN,
      word: -1,
      userWord: undefined,
    });
    for (let at = 0; at < length; at++) {
      const arcs = this.#arcs.at(at);
      if (arcs.length === 0) continue;
      if (at > this.#decided && arcs.length === 1 && this.#arcs.frontier <= at) {
        this.#decide(at, 0);
        arcs[0]!.cost = 0;
      } else if (at - this.#decided >= MAX_GAP) {
        at = this.#decideAnyway(at) - 1;
        continue;
      }
      const isBlank = blank.test(this.#text.charAt(at)) && at + 1 < length;
      const wordStart = isBlank ? at + 1 : at;
      this.#extend(at, wordStart);
      at = wordStart;
    }
    this.#decide(length, Math.max(0, this.#arcs.cheapest(length, 0)));
    return this.#words;
  }

  /** Adds the words that begin at `start`, which continue the arcs that end at `from`. */
  #extend(from: number, start: number): void {
    const own = this.#options.userDictionary?.longestAt(this.#text, start);
    let any = own !== undefined;
    if (own !== undefined) {
      const end = start + own.text.length;
      if (end > this.#userEnd) {
        this.#add(from, start, end, USER, 0, USER_LEFT_ID, own.rightId, USER_WORD_COST, own);
        this.#userEnd = end;
      }
    } else {
      const { known } = this.#dictionary;
      this.#dictionary.forEachWord(this.#text, start, (word, end) => {
        this.#add(from, start, end, KNOWN, word, known.leftId(word), known.rightId(word), known.cost(word), undefined);
        any = true;
      });
    }
    const first = koreanClassOf(this.#dictionary, this.#text.charCodeAt(start));
    if (any && !first.alwaysInvoked) return;
    const { end, words } = this.#unknownRun(start);
    const { unknown } = this.#dictionary;
    for (const word of words)
      this.#add(
        from,
        start,
        end,
        UNKNOWN,
        word,
        unknown.leftId(word),
        unknown.rightId(word),
        unknown.cost(word),
        undefined,
      );
  }

  /** Adjacent characters of one script form one unknown word. */
  #unknownRun(start: number): { readonly end: number; readonly words: readonly number[] } {
    const text = this.#text;
    let characterClass = koreanClassOf(this.#dictionary, text.charCodeAt(start));
    if (!characterClass.grouped) return { end: start + 1, words: characterClass.words };
    const isPunctuation = punctuation.test(text.charAt(start));
    const isDigit = digit.test(text.charAt(start));
    let script = scriptOf(text.charCodeAt(start));
    let end = start + 1;
    for (; end < text.length && end - start < MAX_UNKNOWN_LENGTH; end++) {
      const next = text.charAt(end);
      const nextScript = scriptOf(text.charCodeAt(end));
      const nextClass = koreanClassOf(this.#dictionary, text.charCodeAt(end));
      const fits = script === nextScript || script === COMMON_SCRIPT || nextScript === COMMON_SCRIPT || mark.test(next);
      if (!fits || !nextClass.grouped || punctuation.test(next) !== isPunctuation || digit.test(next) !== isDigit)
        break;
      if (script === COMMON_SCRIPT && nextScript !== COMMON_SCRIPT) {
        script = nextScript;
        characterClass = nextClass;
      }
    }
    return { end, words: characterClass.words };
  }

  /** Adds a word with the cheapest path to it. */
  #add(
    from: number,
    wordStart: number,
    end: number,
    table: number,
    word: number,
    leftId: number,
    rightId: number,
    wordCost: number,
    userWord: KoreanUserWord | undefined,
  ): void {
    const penalty = wordStart > from && table === KNOWN && this.#isPenalised(leftId, word) ? SPACE_PENALTY : 0;
    const fromIndex = this.#arcs.cheapest(from, leftId);
    const cost = this.#arcs.costOf(this.#arcs.at(from)[fromIndex]!, leftId) + penalty + wordCost;
    this.#arcs.add(end, { cost, rightId, from, fromIndex, wordStart, table, word, userWord });
  }

  #isPenalised(leftId: number, word: number): boolean {
    if (penaltyOf[leftId] === 0)
      penaltyOf[leftId] = penalised.has(koreanEntry(this.#dictionary.known, word).tag) ? 2 : 1;
    return penaltyOf[leftId] === 2;
  }

  /** Decides for the cheapest of all arcs that end from here on; returns where it ends. */
  #decideAnyway(at: number): number {
    const end = this.#arcs.keepCheapest(at);
    this.#decide(end, 0);
    const [arc] = this.#arcs.at(end);
    if (arc) arc.cost = 0;
    return end;
  }

  /** Traces back from an arc to the last decision and outputs the words on the path. */
  #decide(end: number, index: number): void {
    const found: KoreanWord[] = [];
    let at = end;
    let arcIndex = index;
    while (at > this.#decided) {
      const arc = this.#arcs.at(at)[arcIndex]!;
      this.#tell(arc, at, found);
      // When punctuation is output, spaces are words.
      if (!this.#options.discardPunctuation && arc.wordStart !== arc.from) {
        found.push({
          ...plain,
          text: this.#text.slice(arc.from, arc.wordStart),
          start: arc.from,
          end: arc.wordStart,
          tag: "SP",
        });
      }
      at = arc.from;
      arcIndex = arc.fromIndex;
    }
    this.#arcs.forget(this.#decided, end);
    this.#decided = end;
    if (found.length === 0) return;
    for (let last = found.length - 1; last >= 0; last--) this.#words.push(found[last]!);
    this.#userEnd = 0;
  }

  /** Adds the words of an arc, last first. */
  #tell(arc: Arc, end: number, found: KoreanWord[]): void {
    const { mode, discardPunctuation } = this.#options;
    const start = arc.wordStart;
    const text = this.#text.slice(start, end);
    const entry = this.#entryOf(arc);
    const whole: KoreanWord = { ...plain, text, start, end, tag: entry.tag, reading: entry.reading };
    if (entry.kind === "morpheme" || mode === "none") {
      if (!discardPunctuation || !punctuation.test(text.charAt(0))) found.push(whole);
      return;
    }
    const parts = entry.parts;
    if (parts === undefined) {
      found.push(whole);
      return;
    }
    let partEnd = end;
    for (let part = parts.length - 1; part >= 0; part--) {
      const morpheme = parts[part]!;
      const place =
        entry.kind === "compound" ? { start: partEnd - morpheme.text.length, end: partEnd } : { start, end };
      found.push({
        ...plain,
        ...place,
        text: morpheme.text,
        stacked: part === 0 && mode === "mixed",
        tag: morpheme.tag,
      });
      partEnd -= morpheme.text.length;
    }
    if (mode === "mixed") found.push({ ...whole, positionLength: Math.max(1, parts.length) });
  }

  #entryOf(arc: Arc): KoreanEntry {
    if (arc.userWord !== undefined) return arc.userWord.entry;
    if (arc.table === KNOWN) return koreanEntry(this.#dictionary.known, arc.word);
    return { ...koreanEntry(this.#dictionary.unknown, arc.word), reading: undefined };
  }
}

const plain = { stacked: false, positionLength: 1, tag: "", reading: undefined };

/** The dictionary mecab-ko-dic as the package `kuromoji-ko` has it, which is installed by whoever wants Korean. */
import {
  type CharacterClass,
  type MecabDictionary,
  readMecabDictionary,
  type WordTable,
} from "../mecab/mecab-dictionary.ts";
import { koreanTag } from "./parts-of-speech.ts";

/** Places among the features of an entry. */
const TAG = 1;
const READING = 4;
const KIND = 5;
const FIRST_TAG = 6;
const EXPRESSION = 8;

const KATAKANA_MIDDLE_DOT = 0x30fb;
const EXCLAMATION_MARK = 0x21;

/** A part of a compound or of an inflected word. */
export interface Morpheme {
  readonly tag: string;
  readonly text: string;
}

/** What is known of a word. */
export interface KoreanEntry {
  /** Its part of speech; for inflected words that of its first part. */
  readonly tag: string;
  /** How Chinese characters are read; undefined for words in Hangul and for those with parts. */
  readonly reading: string | undefined;
  readonly kind: "morpheme" | "compound" | "inflected";
  /** Undefined for morphemes. */
  readonly parts: readonly Morpheme[] | undefined;
}

let loaded: MecabDictionary | undefined;

/** The dictionary, read when it is first needed: some 150 MB for each thread that analyses Korean. */
export function koreanDictionary(): MecabDictionary {
  loaded ??= readMecabDictionary("kuromoji-ko", "Korean");
  return loaded;
}

/** The class of a character as Lucene has it: the dot is a sign, not a letter of Katakana. */
export function koreanClassOf(dictionary: MecabDictionary, unit: number): CharacterClass {
  return dictionary.classOf(unit === KATAKANA_MIDDLE_DOT ? EXCLAMATION_MARK : unit);
}

/** Reads the features of an entry: `해,VV+EC,*,F,해,Inflect,VV,EC,하/VV/*+아/EC/*`. */
export function koreanEntry(table: WordTable, word: number): KoreanEntry {
  const features = table.features(word);
  const surface = features[0]!;
  const kind = features[KIND] ?? "*";
  if (kind === "*") {
    const reading = features[READING] ?? "*";
    return {
      tag: koreanTag(features[TAG]!),
      reading: reading === "*" || reading === surface ? undefined : reading,
      kind: "morpheme",
      parts: undefined,
    };
  }
  const compound = kind.toUpperCase() === "COMPOUND";
  const first = features[FIRST_TAG] ?? "*";
  const expression = features[EXPRESSION] ?? "*";
  const parts =
    expression === "*"
      ? []
      : expression
          .split("+")
          .map(morphemeOf)
          .filter(({ text }) => text.trim() !== "");
  // Preanalysed words have parts that stand in the text one behind the other, as those of compounds do.
  const inflected = kind.toUpperCase() === "INFLECT";
  return {
    tag: koreanTag(compound || first === "*" ? features[TAG]! : first),
    reading: undefined,
    kind: compound ? "compound" : "inflected",
    parts: parts.length === 0 ? undefined : inflected ? parts : withSurfaces(parts, surface),
  };
}

/** `하/VV/*` */
function morphemeOf(expression: string): Morpheme {
  const [text = "", tag = ""] = expression.split("/");
  return { text, tag: koreanTag(tag) };
}

/** The parts as the text of the word has them. */
function withSurfaces(parts: readonly Morpheme[], surface: string): Morpheme[] {
  let from = 0;
  return parts.map(({ tag, text }) => {
    const start = from;
    from += text.length;
    return { tag, text: surface.slice(start, from) };
  });
}

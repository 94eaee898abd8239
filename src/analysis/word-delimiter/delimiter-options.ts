/** The parameters shared by both word delimiter filters. */
import type { ComponentParameters } from "../component-parameters.ts";
import { wordSet } from "../word-set.ts";
import { ALPHA, CharacterTypes, DIGIT } from "./character-types.ts";
import type { PartOptions } from "./word-parts.ts";

/** Which tokens are made of the parts of a word. */
export interface DelimiterOptions extends PartOptions {
  readonly generateWordParts: boolean;
  readonly generateNumberParts: boolean;
  readonly catenateWords: boolean;
  readonly catenateNumbers: boolean;
  readonly catenateAll: boolean;
  readonly preserveOriginal: boolean;
  readonly isProtected: (text: string) => boolean;
}

export function delimiterOptions(parameters: ComponentParameters): DelimiterOptions {
  const protectedWords = parameters.words("protected_words");
  return {
    types: new CharacterTypes(parameters.words("type_table", { keepComments: true })),
    splitOnCaseChange: parameters.boolean("split_on_case_change", true),
    splitOnNumerics: parameters.boolean("split_on_numerics", true),
    stemEnglishPossessive: parameters.boolean("stem_english_possessive", true),
    generateWordParts: parameters.boolean("generate_word_parts", true),
    generateNumberParts: parameters.boolean("generate_number_parts", true),
    catenateWords: parameters.boolean("catenate_words", false),
    catenateNumbers: parameters.boolean("catenate_numbers", false),
    catenateAll: parameters.boolean("catenate_all", false),
    preserveOriginal: parameters.boolean("preserve_original", false),
    isProtected: protectedWords ? wordSet(protectedWords, false) : () => false,
  };
}

/** Whether parts of a type become tokens. */
export function generates(options: DelimiterOptions, type: number): boolean {
  return (options.generateWordParts && (type & ALPHA) !== 0) || (options.generateNumberParts && (type & DIGIT) !== 0);
}

/** Whether adjacent parts of a type are catenated. */
export function catenates(options: DelimiterOptions, type: number): boolean {
  return (options.catenateWords && (type & ALPHA) !== 0) || (options.catenateNumbers && (type & DIGIT) !== 0);
}

/** A run of parts catenated to one token. */
export class Run {
  text = "";
  /** Number of parts; 0: no run. */
  count = 0;
  /** Type of the first part. */
  type = 0;
  from = 0;
  to = 0;
  /** Position of the first part, for the graph. */
  position = 0;

  add(text: string, part: { from: number; to: number; type: number }, position: number): void {
    if (this.count === 0) {
      this.type = part.type;
      this.from = part.from;
      this.position = position;
    }
    this.text += text.slice(part.from, part.to);
    this.to = part.to;
    this.count++;
  }

  clear(): void {
    this.text = "";
    this.count = 0;
  }
}

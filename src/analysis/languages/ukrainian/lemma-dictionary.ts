/** Dictionaries of Morfologik: for each form of a word how its lemmas are made of it. */
import { type NameTable, nameTable } from "../../../core/names.ts";
import { type Automaton, readAutomaton } from "./automaton.ts";

/** Bytes that say what is taken off a form; `A` stands for none. */
const codeBytesOf: NameTable<number> = nameTable({ none: 0, suffix: 1, prefix: 2, infix: 3 });
const NONE = "A".charCodeAt(0);
/** This many means all. */
const ALL = 255;

/** Arcs behind the separator of one form, and bytes of one lemma with its tag: more are damage. */
const MOST_ARCS = 100_000;
const MOST_BYTES = 1024;

/** What a form has behind its separator. */
interface Collected {
  readonly form: Buffer;
  readonly lemmas: string[];
  arcs: number;
}

/** See the file comment. */
export class LemmaDictionary {
  readonly #automaton: Automaton;
  readonly #separator: number;
  readonly #codeBytes: number;

  /** The bytes of `.dict` and the text of `.info`. Throws an Error for what cannot be read. */
  constructor(automaton: Uint8Array, properties: string) {
    const values = propertiesOf(properties);
    const encoding = required(values, "encoding");
    if (!/^utf-?8$/i.test(encoding)) throw new Error(`[fsa.dict.encoding] is [${encoding}], only [utf-8] can be read`);
    for (const key of ["input-conversion", "output-conversion"])
      if (values.has(key)) throw new Error(`[fsa.dict.${key}] is not supported`);
    const separator = required(values, "separator");
    if (!/^[\0-\x7f]$/.test(separator)) throw new Error(`[fsa.dict.separator] is no single byte: [${separator}]`);
    this.#separator = separator.charCodeAt(0);
    const encoder = required(values, "encoder");
    const codeBytes = codeBytesOf[encoder.toLowerCase()];
    if (codeBytes === undefined)
      throw new Error(`[fsa.dict.encoder] is [${encoder}], only [${Object.keys(codeBytesOf).join(", ")}] can be read`);
    this.#codeBytes = codeBytes;
    this.#automaton = readAutomaton(automaton);
    // Damage shows here, not with the first text, if it is at the beginning.
    this.#automaton.arcs(this.#automaton.root);
  }

  /**
   * The lemmas of a form, in the order of the dictionary; none when it does not know the form. Throws an Error for
   * damage.
   */
  lemmas(form: string): readonly string[] {
    const bytes = Buffer.from(form, "utf8");
    if (bytes.includes(this.#separator)) return [];
    let node = this.#automaton.root;
    for (const byte of bytes) {
      const arc = this.#automaton.arcs(node).find(({ label }) => label === byte);
      if (arc === undefined || arc.target === 0) return [];
      node = arc.target;
    }
    const separator = this.#automaton.arcs(node).find(({ label }) => label === this.#separator);
    if (separator === undefined || separator.isFinal || separator.target === 0) return [];
    const collected: Collected = { form: bytes, lemmas: [], arcs: 0 };
    this.#collect(separator.target, [], collected);
    return collected.lemmas;
  }

  /** Adds the lemmas of all sequences that begin with `before`, shorter ones first. */
  #collect(node: number, before: readonly number[], collected: Collected): void {
    const arcs = this.#automaton.arcs(node);
    collected.arcs += arcs.length;
    if (before.length >= MOST_BYTES || collected.arcs > MOST_ARCS) throw new Error("the automaton is damaged");
    for (const { label, isFinal, target } of arcs) {
      const sequence = [...before, label];
      if (isFinal) collected.lemmas.push(this.#decoded(Buffer.from(sequence), collected.form));
      if (target !== 0) this.#collect(target, sequence, collected);
    }
  }

  /** The lemma that a sequence makes of a form: codes, what is put behind, and a tag that nothing needs. */
  #decoded(sequence: Buffer, form: Buffer): string {
    if (sequence.length < this.#codeBytes) throw new Error("the automaton is damaged");
    const tag = sequence.indexOf(this.#separator, this.#codeBytes);
    const put = sequence.subarray(this.#codeBytes, tag < 0 ? sequence.length : tag);
    const codes = Array.from({ length: this.#codeBytes }, (_, index) => (sequence[index]! - NONE) & 0xff);
    return Buffer.concat([this.#kept(codes, form), put]).toString("utf8");
  }

  #kept(codes: readonly number[], form: Buffer): Buffer {
    if (codes.length === 0) return Buffer.alloc(0);
    const suffix = codes.at(-1)!;
    const infixOrPrefix = codes.length === 3 ? codes[1]! : codes.length === 2 ? codes[0]! : 0;
    if (suffix === ALL || infixOrPrefix === ALL) return Buffer.alloc(0);
    const at = codes.length === 3 ? codes[0]! : 0;
    if (at + infixOrPrefix + suffix > form.length) throw new Error("the automaton is damaged");
    return Buffer.concat([form.subarray(0, at), form.subarray(at + infixOrPrefix, form.length - suffix)]);
  }
}

/** Values by name without `fsa.dict.`. */
function propertiesOf(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^[ \t]*fsa\.dict\.([\w.-]+)[ \t]*[=:][ \t]*(.*?)\r?$/gm);
  return new Map(Array.from(lines, ([, key = "", value = ""]) => [key, value]));
}

function required(values: ReadonlyMap<string, string>, key: string): string {
  const value = values.get(key);
  if (value === undefined || value === "") throw new Error(`[fsa.dict.${key}] is missing`);
  return value;
}

/**
 * User patterns with the syntax and matches of java.util.regex, in bounded time: a match that would take too long is
 * rejected with 400 (decision 24).
 */
import { type MatchStarts, matchStarts } from "./match-starts.ts";
import { compileProgram } from "./pattern-compiler.ts";
import { PatternMachine } from "./pattern-machine.ts";
import { type ParsedPattern, parsePattern } from "./pattern-parser.ts";
import { replacementOf } from "./pattern-replacement.ts";

/** Maximum number of cached patterns, and maximum length of a cached pattern. */
const KEPT_PATTERNS = 256;
const KEPT_LENGTH = 1_000;
const kept = new Map<string, JavaPattern>();

/** Compiles a pattern. Throws 400 for a pattern that is invalid, in Java's words, or too large. */
export function compilePattern(source: string, flags = 0): JavaPattern {
  const key = `${flags} ${source}`;
  let pattern = kept.get(key);
  if (pattern) return pattern;
  pattern = new JavaPattern(source, flags);
  if (source.length > KEPT_LENGTH) return pattern;
  if (kept.size >= KEPT_PATTERNS) kept.clear();
  kept.set(key, pattern);
  return pattern;
}

/** A match: offsets in UTF-16 units, of the whole match and of the groups; -1 for a group that did not participate. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** Start and end of the whole match, of the first group, and so on. */
  readonly spans: ArrayLike<number>;
}

/** A compiled pattern. */
export class JavaPattern {
  readonly source: string;
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  readonly #parsed: ParsedPattern;
  readonly #starts: MatchStarts;
  readonly #machine: PatternMachine;
  #whole: PatternMachine | undefined;

  constructor(source: string, flags: number) {
    this.source = source;
    this.#parsed = parsePattern(source, flags);
    this.groupCount = this.#parsed.groupCount;
    this.groupNames = this.#parsed.groupNames;
    this.#starts = matchStarts(this.#parsed.node);
    this.#machine = new PatternMachine(compileProgram(this.#parsed, false, source), source);
  }

  /** Whether the whole text matches. */
  matches(text: string): boolean {
    return this.match(text) !== undefined;
  }

  /** The match of the whole text. */
  match(text: string): Match | undefined {
    this.#whole ??= new PatternMachine(compileProgram(this.#parsed, true, this.source), this.source);
    const machine = this.#whole;
    machine.begin(text, 0);
    machine.registers.fill(-1);
    try {
      const end = machine.match(0);
      return end < 0 ? undefined : { start: 0, end, spans: this.#spansOf(machine) };
    } finally {
      machine.release();
    }
  }

  /** The first match from an offset on; `lastMatchEnd` is the end of the previous match. */
  find(text: string, from = 0, lastMatchEnd = from): Match | undefined {
    try {
      return this.#search(text, from, lastMatchEnd);
    } finally {
      this.#machine.release();
    }
  }

  /** The machine keeps its knowledge of the text for further searches. */
  #search(text: string, from: number, lastMatchEnd: number): Match | undefined {
    const { run, anchored, prefix, first } = this.#starts;
    if (run) return findRun(text, from, run);
    if (this.#starts.literal) {
      const start = text.indexOf(prefix, from);
      return start < 0 ? undefined : { start, end: start + prefix.length, spans: [start, start + prefix.length] };
    }
    const machine = this.#machine;
    machine.begin(text, lastMatchEnd);
    machine.forgetBefore(from);
    machine.registers.fill(-1);
    for (let at = from; at <= text.length; at = this.#behind(text, at)) {
      if (prefix !== "") {
        at = text.indexOf(prefix, at);
        if (at < 0) break;
      } else if (first) {
        while (at < text.length && !first.has(text.codePointAt(at)!)) at = this.#behind(text, at);
        if (at >= text.length) break;
      }
      if (anchored && at > 0) break;
      const end = machine.match(at);
      if (end >= 0) return { start: at, end, spans: this.#spansOf(machine) };
    }
    return undefined;
  }

  /** A list: small typed arrays have their memory elsewhere, which costs more than all of a short match. */
  #spansOf({ registers }: PatternMachine): number[] {
    const spans: number[] = [];
    for (let at = 0; at < (this.groupCount + 1) * 2; at++) spans.push(registers[at]!);
    return spans;
  }

  /** All matches, as by repeated calls of `find`: after an empty match the search continues one unit later. */
  *findAll(text: string): Generator<Match, void> {
    let from = 0;
    let last = 0;
    try {
      while (from <= text.length) {
        const match = this.#search(text, from, last);
        if (!match) return;
        yield match;
        last = match.end;
        from = match.end === match.start ? match.end + 1 : match.end;
      }
    } finally {
      this.#machine.release();
    }
  }

  /**
   * Replaces all matches; in the replacement `$1` and `${name}` refer to groups, and `\` makes the next character
   * literal.
   */
  replaceAll(text: string, replacement: string): string {
    return this.#replace(text, replacement, true);
  }

  replaceFirst(text: string, replacement: string): string {
    return this.#replace(text, replacement, false);
  }

  #replace(text: string, replacement: string, all: boolean): string {
    let result = "";
    let from = 0;
    for (const match of this.findAll(text)) {
      result += text.slice(from, match.start) + replacementOf(this, text, match, replacement);
      from = match.end;
      if (!all) break;
    }
    return from === 0 && result === "" ? text : result + text.slice(from);
  }

  /** The next offset to try: patterns with characters beyond the basic plane step over surrogate pairs. */
  #behind(text: string, at: number): number {
    return this.#parsed.beyondBasic && text.codePointAt(at)! > 0xffff ? at + 2 : at + 1;
  }
}

/** A pattern that only searches for characters of a set needs no machine. */
function findRun(text: string, from: number, { set, many }: NonNullable<MatchStarts["run"]>): Match | undefined {
  const { ascii, beyondBasic } = set;
  let start = from;
  for (; start < text.length; start++) {
    const unit = text.charCodeAt(start);
    if (unit < 0x80) {
      if (ascii[unit] === 1) break;
    } else if (set.has(text.codePointAt(start)!)) break;
    else if (beyondBasic && text.codePointAt(start)! > 0xffff) start++;
  }
  if (start >= text.length) return undefined;
  let end = start;
  const limit = many ? text.length : start + 1;
  while (end < limit) {
    const unit = text.charCodeAt(end);
    if (unit < 0x80) {
      if (ascii[unit] === 0) break;
      end++;
    } else {
      const point = text.codePointAt(end)!;
      if (!set.has(point)) break;
      end += point > 0xffff ? 2 : 1;
    }
  }
  return { start, end, spans: [start, end] };
}

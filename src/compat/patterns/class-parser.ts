/** Parses what matches one character: bracket classes, properties, and single characters under the case rules. */
import {
  blockSet,
  horizontalSpaces,
  namedProperty,
  scriptSet,
  spaces,
  unicodePosixProperty,
  unicodeProperty,
  verticalSpaces,
  wordCharacters,
} from "./character-properties.ts";
import { CharacterSet, noCharacter } from "./character-set.ts";
import { readCharacterEscape } from "./character-escapes.ts";
import { allCasesOf, asciiOther, rangeInAllCases, rangeInAsciiCases } from "./letter-case.ts";
import { CASE_INSENSITIVE, UNICODE_CASE, UNICODE_CHARACTER_CLASS } from "./pattern-flags.ts";
import type { PatternReader } from "./pattern-reader.ts";

const AMPERSAND = 0x26;
const BACKSLASH = 0x5c;
const CARET = 0x5e;
const CLOSE = 0x5d;
const CLOSE_BRACE = 0x7d;
const HYPHEN = 0x2d;
const OPEN = 0x5b;
const OPEN_BRACE = 0x7b;
const SMALL_P = 0x70;
const LARGE_P = 0x50;
/** Maximum nesting of classes. */
const MAXIMUM_DEPTH = 200;

/** The set that a character matches under the flags. */
export function singleSet(reader: PatternReader, point: number): CharacterSet {
  if (!reader.has(CASE_INSENSITIVE)) return CharacterSet.of(point);
  return reader.has(UNICODE_CASE) ? allCasesOf(point) : CharacterSet.of(point, asciiOther(point));
}

/** A predefined class by its letter (`d`, `W`), or undefined. */
export function predefinedSet(reader: PatternReader, letter: string): CharacterSet | undefined {
  const unicode = reader.has(UNICODE_CHARACTER_CLASS);
  const small = letter.toLowerCase();
  const named = (name: string): CharacterSet => unicodeProperty(name, false) ?? noCharacter;
  let set: CharacterSet;
  if (small === "d") set = unicode ? named("DIGIT") : CharacterSet.range(0x30, 0x39);
  else if (small === "w") set = unicode ? named("WORD") : wordCharacters();
  else if (small === "s") set = unicode ? named("WHITE_SPACE") : spaces();
  else if (small === "h") set = horizontalSpaces();
  else if (small === "v") set = verticalSpaces();
  else return undefined;
  return letter === small ? set : set.inverted();
}

/** Whether the character after the backslash begins a property; the cursor is then at its `p`. */
export function isProperty(point: number): boolean {
  return point === SMALL_P || point === LARGE_P;
}

/** Parses a property; the cursor is at its `p`. */
export function readProperty(reader: PatternReader): CharacterSet {
  const inverted = reader.at(reader.cursor) === LARGE_P;
  const oneLetter = reader.next() !== OPEN_BRACE;
  if (oneLetter) reader.unread();
  const set = propertyOf(reader, propertyName(reader, oneLetter));
  return inverted ? set.inverted() : set;
}

function propertyName(reader: PatternReader, oneLetter: boolean): string {
  reader.next();
  if (oneLetter) {
    const point = reader.at(reader.cursor);
    reader.read();
    return String.fromCodePoint(point);
  }
  const from = reader.cursor;
  while (reader.cursor < reader.length && reader.at(reader.cursor) !== CLOSE_BRACE) reader.cursor++;
  reader.cursor++;
  if (reader.cursor > reader.length) throw reader.error("Unclosed character family");
  if (from + 1 >= reader.cursor) throw reader.error("Empty character family");
  return reader.text(from, reader.cursor - 1);
}

function propertyOf(reader: PatternReader, name: string): CharacterSet {
  const anyCase = reader.has(CASE_INSENSITIVE);
  const found = (set: CharacterSet | undefined, description: string): CharacterSet => {
    if (set) return set;
    throw reader.error(description);
  };
  const equals = name.indexOf("=");
  if (equals >= 0) {
    const key = name.slice(0, equals).toLowerCase();
    const value = name.slice(equals + 1);
    const unknown = `Unknown Unicode property {name=<${key}>, value=<${value}>}`;
    if (key === "sc" || key === "script") return found(scriptSet(value), unknown);
    if (key === "blk" || key === "block") return found(blockSet(value), unknown);
    const category = key === "gc" || key === "general_category" ? namedProperty(value, anyCase) : undefined;
    return found(category, unknown);
  }
  const unknown = `Unknown character property name {${name}}`;
  if (name.startsWith("In")) return found(blockSet(name.slice(2)), unknown);
  if (name.startsWith("Is")) {
    const bare = name.slice(2);
    const property = unicodeProperty(bare, anyCase) ?? namedProperty(bare, anyCase) ?? scriptSet(bare);
    return found(property, unknown);
  }
  const posix = reader.has(UNICODE_CHARACTER_CLASS) ? unicodePosixProperty(name, anyCase) : undefined;
  return found(posix ?? namedProperty(name, anyCase), unknown);
}

/** Parses a class; the cursor is at its bracket. With `consume` the closing bracket is consumed. */
export function readClass(reader: PatternReader, consume = true, depth = 0): CharacterSet {
  if (depth > MAXIMUM_DEPTH) throw reader.error("Character classes are nested too deeply");
  let set: CharacterSet | undefined;
  let last: CharacterSet | undefined;
  // As in Java, single characters that an intersection removed come back when another intersection follows.
  const singles: CharacterSet[] = [];
  let open = false;
  /** Sets to be joined at the next intersection, or at the end. */
  let parts: CharacterSet[] = [];
  const joined = (): CharacterSet | undefined => {
    if (open && parts.length === 0 && !set) last = CharacterSet.unionOf(singles);
    if (open) parts.push(...singles);
    if (parts.length > 0) set = CharacterSet.unionOf(set ? [set, ...parts] : parts);
    parts = [];
    open = false;
    return set;
  };
  let point = reader.next();
  const inverted = point === CARET && reader.at(reader.cursor - 1) === OPEN;
  if (inverted) point = reader.next();
  for (;;) {
    if (point === OPEN) {
      last = readClass(reader, true, depth + 1);
      parts.push(last);
      point = reader.peek();
      continue;
    }
    if (point === AMPERSAND) {
      if (reader.next() === AMPERSAND) {
        reader.next();
        const right = readRight(reader, depth);
        const left = joined();
        if (!left && !right) throw reader.error("Bad class syntax");
        // Without a right operand, the last parsed set is used.
        last = right ?? last;
        set = left && last ? left.intersection(last) : (left ?? right);
        point = reader.peek();
        continue;
      }
      reader.unread();
    } else if (point === 0 && reader.cursor >= reader.length) throw reader.error("Unclosed character class");
    else if (point === CLOSE && (set !== undefined || open || parts.length > 0)) {
      if (consume) reader.next();
      const whole = joined()!;
      return inverted ? whole.inverted() : whole;
    }
    const read = readRange(reader);
    if (read.single) {
      singles.push(read.set);
      open = true;
      last = undefined;
    } else {
      last = read.set;
      parts.push(last);
    }
    point = reader.peek();
  }
}

/** Parses the right operand of `&&`, up to the end of the class or the next `&`. */
function readRight(reader: PatternReader, depth: number): CharacterSet | undefined {
  let right: CharacterSet | undefined;
  for (let point = reader.peek(); point !== CLOSE && point !== AMPERSAND; point = reader.peek()) {
    let part: CharacterSet;
    if (point === OPEN) part = readClass(reader, true, depth + 1);
    else {
      reader.unread();
      part = readClass(reader, false, depth + 1);
    }
    right = right ? right.union(part) : part;
  }
  return right;
}

/** A character, a range, or a predefined class within brackets. */
function readRange(reader: PatternReader): { readonly set: CharacterSet; readonly single: boolean } {
  const more = (set: CharacterSet): { readonly set: CharacterSet; readonly single: boolean } => ({
    set,
    single: false,
  });
  let first = reader.peek();
  if (first === BACKSLASH) {
    if (isProperty(reader.nextEscaped())) return more(readProperty(reader));
    const beginsRange = reader.at(reader.cursor + 1) === HYPHEN;
    reader.unread();
    const escaped = classEscape(reader, beginsRange);
    if (typeof escaped !== "number") return more(escaped);
    first = escaped;
  } else reader.next();
  const behind = reader.peek() === HYPHEN ? reader.at(reader.cursor + 1) : CLOSE;
  if (behind === OPEN || behind === CLOSE) return { set: singleSet(reader, first), single: first < 0x100 };
  reader.next();
  let last = reader.peek();
  if (last === BACKSLASH) {
    const escaped = classEscape(reader, true);
    last = typeof escaped === "number" ? escaped : -1;
  } else reader.next();
  if (last < first) throw reader.error("Illegal character range");
  if (!reader.has(CASE_INSENSITIVE)) return more(CharacterSet.range(first, last));
  return more(reader.has(UNICODE_CASE) ? rangeInAllCases(first, last) : rangeInAsciiCases(first, last));
}

/**
 * An escape within brackets: a character or a predefined class. At an end of a range, `\v` is the single character
 * 0x0B.
 */
function classEscape(reader: PatternReader, inRange: boolean): number | CharacterSet {
  const letter = reader.skip();
  if (inRange && letter === 0x76) return 0x0b;
  const character = readCharacterEscape(reader, letter);
  if (character !== undefined) return character;
  const set = predefinedSet(reader, String.fromCodePoint(letter));
  if (set) return set;
  throw reader.error("Illegal/unsupported escape sequence");
}

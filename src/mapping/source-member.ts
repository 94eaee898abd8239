/**
 * A member of sources that the server adds to what came, and shows to nobody: found in the bytes, since most sources
 * have none, and are not read for that.
 */
export interface SourceMember {
  /** The source with the member, in place of the one that it may have. */
  readonly addTo: (source: Uint8Array, value: string) => Uint8Array;
  /** The source as it came, whose text is JSON; itself where it has no such member. */
  readonly takeFrom: (source: Uint8Array) => Uint8Array;
  /** The member as JSON text; undefined: there is none. */
  readonly textOf: (source: Uint8Array) => string | undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BLANK = 0x20;

/** The member with a name, which is written as it is. */
export function sourceMember(member: string): SourceMember {
  const name = new TextEncoder().encode(`"${member}"`);
  const takeFrom = (source: Uint8Array): Uint8Array => {
    const found = memberOf(source, name);
    if (!found) return source;
    const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
    return Buffer.concat([bytes.subarray(0, found.from), bytes.subarray(found.to)]);
  };
  return {
    takeFrom,

    addTo(source, value) {
      const plain = Buffer.from(takeFrom(source));
      const end = plain.lastIndexOf(0x7d);
      const isEmpty = plain[lastInk(plain, end - 1)] === 0x7b;
      return Buffer.concat([plain.subarray(0, end), Buffer.from(`${isEmpty ? "" : ","}"${member}":${value}}`)]);
    },

    textOf(source) {
      const found = memberOf(source, name);
      return found && new TextDecoder().decode(source.subarray(found.value, found.end));
    },
  };
}

/** Where the member stands: with one of the commas around it, and its value alone. */
interface MemberPlace {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly end: number;
}

/** The member; undefined where there is none. */
function memberOf(source: Uint8Array, name: Uint8Array): MemberPlace | undefined {
  let depth = 0;
  let at = 0;
  // Behind the last comma or the brace of the document itself.
  let begin = 0;
  while (at < source.length) {
    const byte = source[at]!;
    if (byte === QUOTE) {
      const end = endOfText(source, at);
      if (depth === 1 && isName(source, { from: at, to: end }, name) && isFirst(source, begin, at))
        return placeFrom(source, begin, end);
      at = end;
      continue;
    }
    if (isOpening(byte)) depth++;
    else if (isClosing(byte)) depth--;
    if (depth === 1 && (byte === COMMA || begin === 0)) begin = at + 1;
    at++;
  }
  return undefined;
}

const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;

/** Whether a text is the name of a member: nothing stands before it. */
function isFirst(source: Uint8Array, begin: number, at: number): boolean {
  return lastInk(source, at - 1) < begin;
}

function isName(
  source: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  name: Uint8Array,
): boolean {
  if (to - from !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (source[from + at] !== name[at]) return false;
  return true;
}

function placeFrom(source: Uint8Array, begin: number, nameEnd: number): MemberPlace {
  let value = nameEnd;
  // The colon and what is blank around it.
  while (source[value]! <= BLANK || source[value] === 0x3a) value++;
  let at = value;
  for (let depth = 0; at < source.length;) {
    const byte = source[at]!;
    if (byte === QUOTE) at = endOfText(source, at);
    else if (depth === 0 && (byte === COMMA || isClosing(byte))) break;
    else {
      if (isOpening(byte)) depth++;
      else if (isClosing(byte)) depth--;
      at++;
    }
  }
  const isLast = source[at] !== COMMA;
  const isOnly = isLast && source[begin - 1] !== COMMA;
  return { from: isLast && !isOnly ? begin - 1 : begin, to: isLast ? at : at + 1, value, end: at };
}

/** Behind the closing quote of the text that begins at `from`. */
function endOfText(source: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== QUOTE) at += source[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** The last place up to `at` that is not blank. */
function lastInk(source: Uint8Array, at: number): number {
  let place = at;
  while (place >= 0 && source[place]! <= BLANK) place--;
  return place;
}

/** Finds a value in JSON text by its path, for error messages. Values after a syntax error are not found. */

/** Keys of objects and indices of arrays, from the root on. */
export type JsonPath = readonly (string | number)[];

/** Offsets (UTF-16 units) of a value and of its name (in an array, of the value itself). */
export interface JsonLocation {
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
}

/** The location of the value at `path`, or undefined when there is none. */
export function locateJson(text: string, path: JsonPath): JsonLocation | undefined {
  let at = skipSpace(text, 0);
  let nameStart = at;
  for (const step of path) {
    const found = typeof step === "number" ? findItem(text, at, step) : findMember(text, at, step);
    if (!found) return undefined;
    ({ at, nameStart } = found);
  }
  return { start: at, end: skipValue(text, at), nameStart };
}

/** Line (from 1) and column (from 1, in bytes of UTF-8, as Elasticsearch's byte parser counts) of an offset. */
export function placeInBytes(text: string, offset: number): { line: number; col: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { line, col: Buffer.byteLength(text.slice(lineStart, offset), "utf8") + 1 };
}

function findMember(text: string, from: number, key: string): { at: number; nameStart: number } | undefined {
  if (text[from] !== "{") return undefined;
  let at = skipSpace(text, from + 1);
  while (text[at] === '"') {
    const nameStart = at;
    const nameEnd = skipString(text, at);
    const raw = text.slice(nameStart, nameEnd);
    const name = raw.includes("\\") ? unescaped(raw) : raw.slice(1, -1);
    at = skipSpace(text, nameEnd);
    at = skipSpace(text, at + 1); // the colon
    if (name === key) return { at, nameStart };
    at = skipSpace(text, skipValue(text, at));
    if (text[at] !== ",") return undefined;
    at = skipSpace(text, at + 1);
  }
  return undefined;
}

/** The decoded JSON string; undefined when it is malformed. */
function unescaped(raw: string): string | undefined {
  try {
    return JSON.parse(raw) as string;
  } catch {
    return undefined;
  }
}

function findItem(text: string, from: number, index: number): { at: number; nameStart: number } | undefined {
  if (text[from] !== "[") return undefined;
  let at = skipSpace(text, from + 1);
  for (let item = 0; text[at] !== "]" && at < text.length; item++) {
    if (item === index) return { at, nameStart: at };
    at = skipSpace(text, skipValue(text, at));
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (
    let code = text.charCodeAt(at);
    code === 32 || code === 10 || code === 13 || code === 9;
    code = text.charCodeAt(at)
  )
    at++;
  return at;
}

function skipString(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
  return at + 1;
}

/** Index after the value at `from`. */
function skipValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return skipString(text, from);
  if (first !== "{" && first !== "[") {
    let at = from;
    while (at < text.length && !/[\s,\]}]/.test(text[at]!)) at++;
    return at;
  }
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = skipString(text, at) - 1;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) return at + 1;
  }
  return text.length;
}

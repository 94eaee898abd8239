/** java.lang.String and what is made of texts. */
import { createHash } from "node:crypto";
import { JavaArray, type Lambda } from "../runtime/collections.ts";
import { compareTexts } from "../runtime/compare.ts";
import { boundsError, noElementError, nullError, stringBoundsError } from "../runtime/java-error.ts";
import { countSize } from "../runtime/limits.ts";
import { iterated, JavaIterator } from "../runtime/collections.ts";
import { boxInt, JavaObject, textOf, type Value } from "../runtime/values.ts";
import { streamOf } from "../runtime/streams.ts";
import type { ClassDefinition, Implementation } from "./class-definition.ts";
import { charForm, stringForm } from "../runtime/array-forms.ts";
import { Locale } from "../runtime/locale.ts";
import { formatted } from "../runtime/format-text.ts";

const SEQUENCE = "java.lang.CharSequence";

function unitAt(text: string, index: number): number {
  if (index < 0 || index >= text.length)
    throw stringBoundsError(`Index ${index} out of bounds for length ${text.length}`);
  return text.charCodeAt(index);
}

function part(text: string, from: number, to: number): string {
  if (from < 0 || to > text.length || from > to)
    throw stringBoundsError(`Range [${from}, ${to}) out of bounds for length ${text.length}`);
  return text.slice(from, to);
}

function known(text: string | null): string {
  if (text === null) throw nullError(null);
  return text;
}

/** All places of a text replaced, but no more than memory allows. */
export function replaced(text: string, target: string, by: string): string {
  if (by.length > target.length) countSize((text.length + 1) * (by.length - target.length));
  return text.replaceAll(target, () => by);
}

/** Parts of two texts, each with where it begins. */
type Region = readonly [text: string, from: number];

function sameRegion([one, at]: Region, [other, from]: Region, size: number, ignoreCase: boolean): boolean {
  if (at < 0 || from < 0 || at + size > one.length || from + size > other.length) return false;
  const [left, right] = [one.slice(at, at + size), other.slice(from, from + size)];
  return left === right || (ignoreCase && left.toUpperCase().toLowerCase() === right.toUpperCase().toLowerCase());
}

/** Points of texts and of builders. */
const codePoints: Readonly<Record<string, Implementation>> = {
  "int codePointAt(int)": (self: Value, index: number) => {
    unitAt(textOf(self), index);
    return textOf(self).codePointAt(index) ?? 0;
  },
  "int codePointBefore(int)": (self: Value, index: number) => {
    const text = textOf(self);
    if (index < 1 || index > text.length)
      throw stringBoundsError(`Index ${index} out of bounds for length ${text.length}`);
    return [...text.slice(Math.max(0, index - 2), index)].at(-1)!.codePointAt(0)!;
  },
  "int codePointCount(int,int)": (self: Value, from: number, to: number) => {
    const text = textOf(self);
    if (from < 0 || to > text.length || from > to) throw boundsError(null);
    return [...text.slice(from, to)].length;
  },
  "int offsetByCodePoints(int,int)": (self: Value, from: number, by: number) => {
    const text = textOf(self);
    const points = by < 0 ? [...text.slice(0, from)] : [...text.slice(from)];
    if (from < 0 || from > text.length || Math.abs(by) > points.length) throw boundsError(null);
    return from + (by < 0 ? -points.slice(points.length + by).join("").length : points.slice(0, by).join("").length);
  },
};

const string: ClassDefinition = {
  name: "java.lang.String",
  supers: [SEQUENCE, "java.lang.Comparable"],
  members: {
    "new()": () => "",
    "char charAt(int)": unitAt,
    ...codePoints,
    "int compareTo(String)": (self: string, other: string | null) => compareTexts(self, known(other)),
    "int compareToIgnoreCase(String)": (self: string, other: string | null) =>
      compareTexts(self.toUpperCase().toLowerCase(), known(other).toUpperCase().toLowerCase()),
    "String concat(String)": (self: string, other: string | null) => self + known(other),
    "boolean contains(CharSequence)": (self: string, other: Value) => self.includes(textOf(other)),
    "boolean contentEquals(CharSequence)": (self: string, other: Value) => self === textOf(other),
    "static String copyValueOf(char[])": (array: JavaArray) => textOfUnits(array),
    "boolean endsWith(String)": (self: string, other: string | null) => self.endsWith(known(other)),
    "boolean equalsIgnoreCase(String)": (self: string, other: string | null) =>
      other !== null && self.toUpperCase().toLowerCase() === other.toUpperCase().toLowerCase(),
    "static String format(String,def[])": (text: string, values: JavaArray) => formatted(text, values.boxed()),
    "int indexOf(String)": (self: string, other: string | null) => self.indexOf(known(other)),
    "int indexOf(String,int)": (self: string, other: string | null, from: number) => self.indexOf(known(other), from),
    "boolean isEmpty()": (self: string) => self === "",
    "static String join(CharSequence,Iterable)": (glue: Value, items: Value) => joined(textOf(glue), iterated(items)),
    "int lastIndexOf(String)": (self: string, other: string | null) => self.lastIndexOf(known(other)),
    "int lastIndexOf(String,int)": (self: string, other: string | null, from: number) =>
      from < 0 ? -1 : self.lastIndexOf(known(other), from),
    "int length()": (self: string) => self.length,
    "String replace(CharSequence,CharSequence)": (self: string, from: Value, to: Value) =>
      replaced(self, textOf(from), textOf(to)),
    "boolean startsWith(String)": (self: string, other: string | null) => self.startsWith(known(other)),
    "boolean startsWith(String,int)": (self: string, other: string | null, from: number) =>
      from >= 0 && self.startsWith(known(other), from),
    "String substring(int)": (self: string, from: number) => part(self, from, self.length),
    "String substring(int,int)": part,
    "char[] toCharArray()": (self: string) =>
      new JavaArray(
        "char",
        Array.from({ length: self.length }, (_, i) => self.charCodeAt(i)),
        charForm,
      ),
    "String toLowerCase()": (self: string) => self.toLowerCase(),
    "String toLowerCase(Locale)": (self: string, { tag }: Locale) => self.toLocaleLowerCase(tag || "und"),
    "String toUpperCase(Locale)": (self: string, { tag }: Locale) => self.toLocaleUpperCase(tag || "und"),
    "boolean regionMatches(int,String,int,int)": (
      self: string,
      at: number,
      other: string,
      from: number,
      size: number,
    ) => sameRegion([self, at], [known(other), from], size, false),
    "boolean regionMatches(boolean,int,String,int,int)": (
      ...[self, ignoreCase, at, other, from, size]: [string, boolean, number, string, number, number]
    ) => sameRegion([self, at], [known(other), from], size, ignoreCase),
    "static String copyValueOf(char[],int,int)": (array: JavaArray, from: number, count: number) => {
      if (from < 0 || count < 0 || from + count > array.items.length)
        throw stringBoundsError(`offset ${from}, count ${count}, length ${array.items.length}`);
      return textOfUnits(array).slice(from, from + count);
    },
    "static String format(Locale,String,def[])": (_: Locale, text: string, values: JavaArray) =>
      formatted(text, values.boxed()),
    "String toUpperCase()": (self: string) => self.toUpperCase(),
    "String trim()": (self: string) => self.replace(/^[\0- ]+/, "").replace(/[\0- ]+$/, ""),
    "static String valueOf(def)": textOf,
    // What Elasticsearch adds.
    "String encodeBase64()": (self: string) => Buffer.from(self).toString("base64"),
    "String decodeBase64()": (self: string) => Buffer.from(self, "base64").toString(),
    "String[] splitOnToken(String)": (self: string, token: string) => split(self, token, -1),
    "String[] splitOnToken(String,int)": split,
    "String sha1()": (self: string) => digest("sha1", self),
    "String sha256()": (self: string) => digest("sha256", self),
  },
};

function digest(algorithm: string, text: string): string {
  return createHash(algorithm).update(text).digest("hex");
}

function split(text: string, token: string, limit: number): JavaArray {
  const parts = token === "" ? [text] : text.split(token);
  if (limit > 0 && parts.length > limit) parts.splice(limit - 1, parts.length, parts.slice(limit - 1).join(token));
  return new JavaArray("java.lang.String", parts, stringForm);
}

function textOfUnits(array: JavaArray): string {
  return array.boxed().map(textOf).join("");
}

export function joined(glue: string, items: Iterable<Value>): string {
  let text = "";
  let first = true;
  for (const item of items) {
    if (!first) text += glue;
    first = false;
    text += textOf(item);
    countSize(text.length > 1_000_000 ? text.length : 0);
  }
  return text;
}

const sequence: ClassDefinition = {
  name: SEQUENCE,
  members: {
    "int length()": (self: Value) => textOf(self).length,
    "char charAt(int)": (self: Value, index: number) => unitAt(textOf(self), index),
    "CharSequence subSequence(int,int)": (self: Value, from: number, to: number) => part(textOf(self), from, to),
    "IntStream chars()": (self: Value) =>
      streamOf(
        [...textOf(self).split("")].map((unit) => boxInt(unit.charCodeAt(0))),
        "int",
      ),
    "IntStream codePoints()": (self: Value) =>
      streamOf(
        [...textOf(self)].map((point) => boxInt(point.codePointAt(0)!)),
        "int",
      ),
    "String replaceAll(Pattern,Function)": (self: Value, pattern: Replacing, by: Lambda) =>
      pattern.replaceWith(textOf(self), by, true),
    "String replaceFirst(Pattern,Function)": (self: Value, pattern: Replacing, by: Lambda) =>
      pattern.replaceWith(textOf(self), by, false),
  },
};

/** A pattern that replaces by what a function of a script says. */
interface Replacing {
  replaceWith(text: string, by: Lambda, all: boolean): string;
}

/** A text that grows. */
class Builder extends JavaObject {
  readonly java: string;
  content: string;

  constructor(content: string, java = "java.lang.StringBuilder") {
    super();
    this.content = content;
    this.java = java;
  }

  set(content: string): this {
    if (content.length > 1_000_000) countSize(content.length);
    this.content = content;
    return this;
  }

  override text(): string {
    return this.content;
  }
}

function builder(name: string): ClassDefinition {
  const short = name.slice("java.lang.".length);
  return {
    name,
    supers: [SEQUENCE],
    members: {
      "new()": () => new Builder("", name),
      "new(CharSequence)": (text: Value) => new Builder(textOf(text), name),
      [`${short} append(def)`]: (self: Builder, value: Value) => self.set(self.content + textOf(value)),
      [`${short} append(CharSequence,int,int)`]: (self: Builder, value: Value, from: number, to: number) =>
        self.set(self.content + part(textOf(value), from, to)),
      [`${short} appendCodePoint(int)`]: (self: Builder, point: number) =>
        self.set(self.content + String.fromCodePoint(point)),
      "int capacity()": (self: Builder) => Math.max(self.content.length, 16),
      [`${short} delete(int,int)`]: (self: Builder, from: number, to: number) => {
        part(self.content, from, Math.max(from, self.content.length));
        return self.set(self.content.slice(0, from) + self.content.slice(Math.max(from, to)));
      },
      [`${short} deleteCharAt(int)`]: (self: Builder, index: number) => {
        if (index < 0 || index >= self.content.length)
          throw stringBoundsError(`index ${index},length ${self.content.length}`);
        return self.set(self.content.slice(0, index) + self.content.slice(index + 1));
      },
      "int indexOf(String)": (self: Builder, text: string) => self.content.indexOf(text),
      "int indexOf(String,int)": (self: Builder, text: string, from: number) => self.content.indexOf(text, from),
      [`${short} insert(int,def)`]: (self: Builder, at: number, value: Value) =>
        self.set(part(self.content, 0, at) + textOf(value) + self.content.slice(at)),
      ...codePoints,
      "int lastIndexOf(String,int)": (self: Builder, text: string, from: number) =>
        from < 0 ? -1 : self.content.lastIndexOf(text, from),
      "int lastIndexOf(String)": (self: Builder, text: string) => self.content.lastIndexOf(text),
      [`${short} replace(int,int,String)`]: (self: Builder, from: number, to: number, text: string) =>
        self.set(part(self.content, 0, from) + text + self.content.slice(Math.max(from, to))),
      [`${short} reverse()`]: (self: Builder) => self.set([...self.content].reverse().join("")),
      "void setCharAt(int,char)": (self: Builder, index: number, unit: number) => {
        unitAt(self.content, index);
        self.set(self.content.slice(0, index) + String.fromCharCode(unit) + self.content.slice(index + 1));
      },
      "void setLength(int)": (self: Builder, length: number) => {
        countSize(length);
        self.set(self.content.slice(0, length).padEnd(length, "\0"));
      },
      "String substring(int)": (self: Builder, from: number) => part(self.content, from, self.content.length),
      "String substring(int,int)": (self: Builder, from: number, to: number) => part(self.content, from, to),
    },
  };
}

/** What `StringTokenizer` walks through. */
class Tokenizer extends JavaIterator {
  override readonly java = "java.util.Iterator";
  left: number;

  constructor(text: string, delimiters: string) {
    const tokens: string[] = [];
    let token = "";
    for (const unit of `${text}${delimiters.slice(0, 1)}`) {
      if (!delimiters.includes(unit)) token += unit;
      else if (token !== "") {
        tokens.push(token);
        token = "";
      }
    }
    super(tokens);
    this.left = tokens.length;
  }

  override next(): Value {
    if (this.left-- <= 0) throw noElementError(null);
    return super.next();
  }
}

const tokenizer: ClassDefinition = {
  name: "java.util.StringTokenizer",
  members: {
    "new(String)": (text: string) => new Tokenizer(text, " \t\n\r\f"),
    "new(String,String)": (text: string, delimiters: string) => new Tokenizer(text, delimiters),
    "int countTokens()": (self: Tokenizer) => self.left,
    "boolean hasMoreTokens()": (self: Tokenizer) => self.hasNext(),
    "String nextToken()": (self: Tokenizer) => self.next(),
  },
};

export const textClasses: readonly ClassDefinition[] = [
  string,
  sequence,
  builder("java.lang.StringBuilder"),
  builder("java.lang.StringBuffer"),
  tokenizer,
];

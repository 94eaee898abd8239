/** java.util.regex. Patterns are regex literals, or compiled as they are. */
import { JavaArray } from "../runtime/collections.ts";
import { stringForm } from "../runtime/array-forms.ts";
import { Matcher, Pattern } from "../runtime/patterns.ts";
import { Lambda } from "../runtime/collections.ts";
import { streamOf } from "../runtime/streams.ts";
import { textOf, type Value } from "../runtime/values.ts";
import type { ClassDefinition } from "./class-definition.ts";

function split(pattern: Pattern, text: string, limit: number): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of pattern.compiled.findAll(text)) {
    if (limit > 0 && parts.length === limit - 1) break;
    // A match of nothing at the beginning makes no part.
    if (end === 0) continue;
    parts.push(text.slice(from, start));
    from = end;
  }
  if (parts.length === 0) return [text];
  parts.push(text.slice(from));
  if (limit === 0) while (parts.length > 0 && parts.at(-1) === "") parts.pop();
  return parts;
}

const pattern: ClassDefinition = {
  name: "java.util.regex.Pattern",
  members: {
    "static String quote(String)": (text: string) => `\\Q${text.replaceAll("\\E", "\\E\\\\E\\Q")}\\E`,
    "static boolean matches(String,CharSequence)": (source: string, text: Value) =>
      new Pattern(source, 0).compiled.matches(textOf(text)),
    "Predicate asPredicate()": (self: Pattern) =>
      new Lambda((text) => self.compiled.find(textOf(text ?? null)) !== undefined, "java.util.function.Predicate"),
    "int flags()": (self: Pattern) => self.flags,
    "Matcher matcher(CharSequence)": (self: Pattern, text: Value) => new Matcher(self, textOf(text)),
    "String pattern()": (self: Pattern) => self.compiled.source,
    "String[] split(CharSequence)": (self: Pattern, text: Value) =>
      new JavaArray("java.lang.String", split(self, textOf(text), 0), stringForm),
    "String[] split(CharSequence,int)": (self: Pattern, text: Value, limit: number) =>
      new JavaArray("java.lang.String", split(self, textOf(text), limit), stringForm),
    "Stream splitAsStream(CharSequence)": (self: Pattern, text: Value) => streamOf(split(self, textOf(text), 0)),
  },
};

const matcher: ClassDefinition = {
  name: "java.util.regex.Matcher",
  members: {
    "boolean find()": (self: Matcher) => self.find(),
    "boolean find(int)": (self: Matcher, from: number) => self.findFrom(from),
    "boolean matches()": (self: Matcher) => self.matches(),
    "boolean lookingAt()": (self: Matcher) => self.lookingAt(),
    "boolean hitEnd()": (self: Matcher) => self.match === undefined || self.match.end === self.input.length,
    "String group()": (self: Matcher) => self.group(0),
    "String group(int)": (self: Matcher, group: number) => self.group(group),
    "String namedGroup(String)": (self: Matcher, name: string) => self.named(name),
    "int groupCount()": (self: Matcher) => self.pattern.compiled.groupCount,
    "int start()": (self: Matcher) => self.bound(0, 0),
    "int start(int)": (self: Matcher, group: number) => self.bound(group, 0),
    "int end()": (self: Matcher) => self.bound(0, 1),
    "int end(int)": (self: Matcher, group: number) => self.bound(group, 1),
    "Matcher reset()": (self: Matcher) => self.reset(),
    "Matcher reset(CharSequence)": (self: Matcher, text: Value) => {
      self.input = textOf(text);
      return self.reset();
    },
    "String replaceAll(String)": (self: Matcher, by: string) => self.pattern.compiled.replaceAll(self.input, by),
    "String replaceFirst(String)": (self: Matcher, by: string) => self.pattern.compiled.replaceFirst(self.input, by),
    "Pattern pattern()": (self: Matcher) => self.pattern,
  },
};

export const regexClasses: readonly ClassDefinition[] = [pattern, matcher];

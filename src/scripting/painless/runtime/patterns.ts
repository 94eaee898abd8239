/** Regular expressions of scripts, on the engine that never takes for ever. */
import { compilePattern, type JavaPattern, type Match } from "../../../compat/patterns/java-pattern.ts";
import type { Lambda } from "./collections.ts";
import { boundsError, illegalArgumentError, illegalStateError, nullError } from "./java-error.ts";
import { countSize, countSteps } from "./limits.ts";
import { JavaObject, textOf, type Value } from "./values.ts";

export class Pattern extends JavaObject {
  readonly java = "java.util.regex.Pattern";
  readonly compiled: JavaPattern;
  readonly flags: number;

  constructor(source: string, flags: number) {
    super();
    this.compiled = compilePattern(source, flags);
    this.flags = flags;
  }

  override text(): string {
    return this.compiled.source;
  }

  /** Replaces by what a function makes of each match. */
  replaceWith(text: string, by: Lambda, all: boolean): string {
    let result = "";
    let from = 0;
    const matcher = new Matcher(this, text);
    for (const match of this.compiled.findAll(text)) {
      countSteps(1);
      matcher.match = match;
      result += text.slice(from, match.start) + textOf(by.call(matcher));
      from = match.end;
      countSize(result.length);
      if (!all) break;
    }
    return result + text.slice(from);
  }
}

export class Matcher extends JavaObject {
  readonly java = "java.util.regex.Matcher";
  readonly pattern: Pattern;
  input: string;
  match: Match | undefined;
  #from = 0;

  constructor(pattern: Pattern, input: string) {
    super();
    this.pattern = pattern;
    this.input = input;
  }

  find(): boolean {
    countSteps(1);
    const before = this.match;
    if (this.#from > this.input.length) return this.#found(undefined);
    return this.#found(this.pattern.compiled.find(this.input, this.#from, before?.end ?? 0));
  }

  findFrom(from: number): boolean {
    if (from < 0 || from > this.input.length) throw boundsError("Illegal start index");
    this.reset();
    return this.#found(this.pattern.compiled.find(this.input, from, from));
  }

  matches(): boolean {
    return this.#found(this.pattern.compiled.match(this.input));
  }

  lookingAt(): boolean {
    const match = this.pattern.compiled.find(this.input, 0, 0);
    return this.#found(match?.start === 0 ? match : undefined);
  }

  reset(): this {
    this.match = undefined;
    this.#from = 0;
    return this;
  }

  group(group: number): string | null {
    const spans = this.#spans();
    if (group < 0 || group > this.pattern.compiled.groupCount) throw boundsError(`No group ${group}`);
    const start = spans[group * 2] ?? -1;
    return start < 0 ? null : this.input.slice(start, spans[group * 2 + 1]);
  }

  named(name: string): string | null {
    const group = this.pattern.compiled.groupNames.get(name);
    if (group === undefined) throw illegalArgumentError(`No group with name <${name}>`);
    return this.group(group);
  }

  /** Start or end of a group. */
  bound(group: number, end: 0 | 1): number {
    const spans = this.#spans();
    if (group < 0 || group > this.pattern.compiled.groupCount) throw boundsError(`No group ${group}`);
    return spans[group * 2 + end] ?? -1;
  }

  #spans(): ArrayLike<number> {
    if (!this.match) throw illegalStateError("No match found");
    return this.match.spans;
  }

  #found(match: Match | undefined): boolean {
    this.match = match;
    if (match) this.#from = match.end === match.start ? match.end + 1 : match.end;
    else this.#from = this.input.length + 1;
    return match !== undefined;
  }
}

export function foundIn(value: Value, pattern: Pattern): boolean {
  return pattern.compiled.find(textIn(value)) !== undefined;
}

export function matchedBy(value: Value, pattern: Pattern): boolean {
  return pattern.compiled.matches(textIn(value));
}

function textIn(value: Value): string {
  if (value === null) throw nullError('Cannot invoke "java.lang.CharSequence.length()" because "this.text" is null');
  return textOf(value);
}

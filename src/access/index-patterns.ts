/**
 * Name patterns in roles: `*` matches any characters, `?` any one, `\` makes the next one literal, and `/…/` is a
 * regular expression in Lucene's dialect (Elasticsearch's `Automatons`).
 */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import { acceptsBytes, type ByteAutomaton, DEAD } from "../core/automata/byte-automaton.ts";
import { ALL_FLAGS } from "../compat/regexp/regexp-flags.ts";
import { regexpAutomaton } from "../compat/regexp/regexp-pattern.ts";
import { DEFAULT_WORK_LIMIT } from "../core/automata/work-limit.ts";
import { wildcardAutomaton } from "../compat/regexp/wildcard-pattern.ts";

// Limits the cache: roles have few patterns, but a caller may ask about many.
const MAXIMUM_COMPILED = 1000;
const BYTES = 256;
const compiled = new Map<string, ByteAutomaton>();

/** Whether a name matches any of the patterns. */
export function matchesAnyPattern(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, name));
}

/** Whether a name matches a pattern. Throws 400 for an invalid regular expression. */
export function matchesPattern(pattern: string, name: string): boolean {
  if (isSimple(pattern)) return simpleMatch(pattern, name);
  return acceptsBytes(automatonOf(pattern), Buffer.from(name));
}

/** Throws 400 for an invalid regular expression. */
export function checkPattern(pattern: string): void {
  if (!isSimple(pattern)) automatonOf(pattern);
}

/** Whether every name that `part` matches is matched by one of `patterns`. */
export function isCovered(part: string, patterns: readonly string[]): boolean {
  if (patterns.some((pattern) => pattern === part || pattern === "*")) return true;
  if (!/[*?\\/]/.test(part)) return matchesAnyPattern(patterns, part);
  return patterns.length > 0 && isSubset(automatonOf(part), patterns.map(automatonOf));
}

/** Walks all automata in parallel: no text that `part` accepts may be refused by all of `whole`. */
function isSubset(part: ByteAutomaton, whole: readonly ByteAutomaton[]): boolean {
  const begin = [part.start, ...whole.map((automaton) => automaton.start)];
  const seen = new Set([begin.join(",")]);
  const open = [begin];
  for (let states = open.pop(); states; states = open.pop()) {
    const [own = DEAD, ...others] = states;
    if (part.accepts(own) && !others.some((state, index) => state !== DEAD && whole[index]?.accepts(state)))
      return false;
    for (let byte = part.least(own); byte < BYTES && byte <= part.greatest(own); byte++) {
      const next = part.step(own, byte);
      if (next === DEAD) continue;
      const reached = [
        next,
        ...others.map((state, index) => (state === DEAD ? DEAD : (whole[index]?.step(state, byte) ?? DEAD))),
      ];
      const key = reached.join(",");
      if (seen.has(key)) continue;
      if (seen.size >= DEFAULT_WORK_LIMIT) throw illegalArgument(`the patterns are too complex to be compared`);
      seen.add(key);
      open.push(reached);
    }
  }
  return true;
}

function isSimple(pattern: string): boolean {
  return !/[?\\]/.test(pattern) && !pattern.startsWith("/");
}

function automatonOf(pattern: string): ByteAutomaton {
  let automaton = compiled.get(pattern);
  if (automaton) return automaton;
  automaton = pattern.startsWith("/") ? regularExpression(pattern) : wildcardAutomaton(pattern, false);
  if (compiled.size >= MAXIMUM_COMPILED) compiled.clear();
  compiled.set(pattern, automaton);
  return automaton;
}

function regularExpression(pattern: string): ByteAutomaton {
  if (pattern.length < 2 || !pattern.endsWith("/"))
    throw illegalArgument(
      `invalid pattern [${pattern}]. patterns starting with '/' indicate regular expression pattern and therefore must also end with '/'. other patterns (those that do not start with '/') will be treated as simple wildcard patterns`,
    );
  try {
    return regexpAutomaton(pattern.slice(1, -1), { flags: ALL_FLAGS, maxDeterminizedStates: DEFAULT_WORK_LIMIT });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw illegalArgument(`invalid regular expression pattern [${pattern}]`);
  }
}

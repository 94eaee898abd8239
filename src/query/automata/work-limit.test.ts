/** The cost of automata: Lucene's limits, and time linear in the pattern. */
import { expect, test } from "vitest";
import { foldedTermAutomaton, prefixAutomaton, wildcardAutomaton } from "../../compat/regexp/wildcard-pattern.ts";
import { acceptsBytes } from "../../core/automata/byte-automaton.ts";
import { ALL_FLAGS } from "../../compat/regexp/regexp-flags.ts";
import { regexpAutomaton } from "../../compat/regexp/regexp-pattern.ts";
import { DEFAULT_WORK_LIMIT } from "../../core/automata/work-limit.ts";

const regexp = (pattern: string, maxDeterminizedStates = DEFAULT_WORK_LIMIT) =>
  regexpAutomaton(pattern, { flags: ALL_FLAGS, maxDeterminizedStates });
const wildcard = (pattern: string) => wildcardAutomaton(pattern, false);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const tooComplex = { status: 400, type: "too_complex_to_determinize_exception" };

test("a wildcard may have as many states as in Lucene", () => {
  expect(acceptsBytes(wildcard("*?".repeat(315)), bytes("a".repeat(315)))).toBe(true);
  const refused = "Determinizing automaton with 948 states and 1578 transitions would require more than 10000 effort.";
  expect(() => wildcard("*?".repeat(316))).toThrow(expect.objectContaining({ ...tooComplex, message: refused }));
});

test("a regular expression may cost as much as in Lucene, or as the request allows", () => {
  regexp(".*a.{12}");
  expect(() => regexp(".*a.{13}")).toThrow(
    expect.objectContaining({ ...tooComplex, message: "Determinizing .*a.{13} would require more than 10000 effort." }),
  );
  expect(() => regexp(".*a.{8}", 100)).toThrow("Determinizing .*a.{8} would require more than 100 effort.");
  regexp("a{10000}");
  expect(() => regexp("a{10001}")).toThrow("Determinizing a{10001} would require more than 10001 effort.");
});

test("no request is granted more than a hundred thousand units", () => {
  expect(() => regexp("a{100001}", 2_147_483_647)).toThrow(expect.objectContaining(tooComplex));
});

test("repetitions of repetitions are refused before they are written out", () => {
  for (const pattern of ["((a{1,100}){1,100}){1,100}", "(a?){5000}", "(){100000000}", "~((a{1,90}){1,90})&b{1,9000}"]) {
    expect(() => regexp(pattern)).toThrow(expect.objectContaining(tooComplex));
  }
});

test("an interval costs as much as it has digits", () => {
  const all = regexp("<0-2147483647>");
  expect(["0", "2147483647", "2147483648", "0002147483647"].map((text) => acceptsBytes(all, bytes(text)))).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(() => regexp("<0-2147483648>")).toThrow("interval syntax error");
});

test("the nesting of a pattern is counted, however it is written", () => {
  const deep = expect.objectContaining({ status: 400, type: "illegal_argument_exception" });
  for (const pattern of ["(".repeat(50_000), "~".repeat(50_000), `a${"?".repeat(50_000)}`, "a".repeat(100_001)])
    expect(() => regexp(pattern)).toThrow(deep);
  for (const pattern of [`${"(".repeat(499)}a${")".repeat(499)}`, `${"~".repeat(999)}a`, `a${"?".repeat(999)}`])
    regexp(pattern);
});

test("patterns longer than any term accept none, and cost no more than shorter ones", () => {
  const longest = "a".repeat(32_766);
  expect(acceptsBytes(wildcard(`${longest.slice(1)}?`), bytes(longest))).toBe(true);
  for (const make of [
    foldedTermAutomaton,
    (text: string) => prefixAutomaton(text, true),
    (text: string) => wildcard(`${text}?`),
  ]) {
    expect(acceptsBytes(make("a".repeat(3_000_000)), bytes("a".repeat(3_000_000)))).toBe(false);
  }
  expect(() => wildcard("*?".repeat(300_000))).toThrow(expect.objectContaining(tooComplex));
  expect(() => wildcard("*a".repeat(300_000))).toThrow(expect.objectContaining(tooComplex));
});

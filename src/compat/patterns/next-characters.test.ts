import fc from "fast-check";
import { expect, test } from "vitest";
import { RequestError } from "../errors.ts";
import { NextCharacters, TEXT_END } from "./next-characters.ts";
import { compileProgram } from "./pattern-compiler.ts";
import { PatternMachine } from "./pattern-machine.ts";
import { parsePattern } from "./pattern-parser.ts";
import type { Program } from "./program.ts";

const deep = process.env["WARDEX_DEEP"] !== undefined;

/** Says of nothing that it cannot be: each way is tried, and each character of a run given back. */
class AnyCharacter extends NextCharacters {
  override ways(): Uint8Array {
    return new Uint8Array(TEXT_END + 1).fill(3);
  }

  override keeps(): boolean {
    return false;
  }

  override behind(): Uint8Array {
    return new Uint8Array(TEXT_END + 1).fill(1);
  }
}

/** Spans of a match from each place on; undefined for a pattern that Java refuses. */
function matches(source: string, text: string, machineOf: (program: Program) => PatternMachine): unknown {
  let machine: PatternMachine;
  let count = 0;
  try {
    const parsed = parsePattern(source, 0);
    count = (parsed.groupCount + 1) * 2;
    machine = machineOf(compileProgram(parsed, false, source));
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
  const found: unknown[] = [];
  for (let at = 0; at <= text.length; at++) {
    machine.begin(text, 0);
    machine.registers.fill(-1);
    found.push(machine.match(at) < 0 ? null : [...machine.registers.subarray(0, count)]);
  }
  return found;
}

const one = fc.constantFrom(
  "a",
  "b",
  "é",
  "😀",
  ".",
  "[ab]",
  "[^a]",
  "[^é]",
  "\\d",
  "\\w",
  "\\b",
  "$",
  "\\R",
  "ab",
  "",
);
const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4 },
    one,
    fc
      .tuple(
        fc.constantFrom("(", "(", "(?:", "(?:", "(?>", "(?=", "(?!", "(?<=", "(?<!"),
        tie("pattern"),
        fc.constantFrom("", "", "*", "+", "?", "*?", "+?", "??", "*+", "{1,2}", "{2}", "{0,2}?"),
      )
      .map(([open, inner, repeats]) => {
        // What a part that runs on its own captures stays when the way behind it fails, if that way is tried at all.
        const alone = /[>=!]$/.test(open) || repeats === "*+";
        return alone ? `${open}${inner})${repeats}`.replace(/\((?!\?)/g, "(?:") : `${open}${inner})${repeats}`;
      }),
    fc
      .tuple(
        fc.constantFrom("a", ".", "[ab]", "[^b]", "é", "\\w"),
        fc.constantFrom("*", "+", "?", "*?", "+?", "{1,2}", "{0,3}?"),
      )
      .map(([set, repeats]) => set + repeats),
  ),
  pattern: fc
    .array(fc.array(tie("part"), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((ways) => ways.map((parts) => parts.join("")).join("|")),
}));
const texts = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", " ", "é", "\u0080", "😀", "\n"), maxLength: 12 });

test("what cannot come next, and when failures are remembered, changes no match", () => {
  fc.assert(
    fc.property(pattern, texts, fc.integer({ min: 0, max: 3 }), (source, text, freeSteps) => {
      const slow = matches(source, text, (compiled) => {
        return new PatternMachine(compiled, source, { next: new AnyCharacter(compiled), freeSteps: 0 });
      });
      expect(matches(source, text, (compiled) => new PatternMachine(compiled, source))).toEqual(slow);
      const some = (compiled: Program): PatternMachine =>
        new PatternMachine(compiled, source, { next: new NextCharacters(compiled), freeSteps });
      expect(matches(source, text, some)).toEqual(slow);
    }),
    { numRuns: deep ? 100_000 : 1_000 },
  );
});

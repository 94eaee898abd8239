/** The standard analyzer costs little more than a minimal loop over the text. */
import { expect, test } from "vitest";
import type { TokenTarget } from "../analyzer.ts";
import { builtInAnalysis } from "../analyzers-of.ts";
import { declaration } from "../../testing/analysis/language-texts.ts";

/** Both are measured in alternating rounds until the best times show the ratio; a busy machine needs more rounds. */
const MAX_ROUNDS = 400;

class Counter implements TokenTarget {
  terms = 0;
  bytes = 0;

  addTerm(_field: number, _bytes: Uint8Array, from: number, to: number): void {
    this.terms++;
    this.bytes += to - from;
  }
}

const buffer = Buffer.allocUnsafe(65_536);
const isWord = new Uint8Array(256);
const lower = new Uint8Array(256);
for (let byte = 0; byte < 128; byte++) {
  const character = String.fromCharCode(byte);
  isWord[byte] = /[A-Za-z0-9]/.test(character) ? 1 : 0;
  lower[byte] = character.toLowerCase().charCodeAt(0);
}

/** The minimal loop: lowercased runs of letters and digits, and nothing else of UAX #29. */
function plainLoop(text: string, target: TokenTarget): void {
  const length = buffer.write(text, 0, "utf8");
  let position = 0;
  for (let at = 0; at < length;) {
    while (at < length && isWord[buffer[at]!] === 0) at++;
    const start = at;
    while (at < length && isWord[buffer[at]!] === 1) {
      buffer[at] = lower[buffer[at]!]!;
      at++;
    }
    if (at > start) target.addTerm(0, buffer, start, at, position++);
  }
}

test("English text takes no longer than 1.5 times a plain loop over ASCII", () => {
  const paragraphs = declaration("en").filter((text) => Buffer.byteLength(text) === text.length);
  const texts = Array.from({ length: 1000 }, (_, index) => paragraphs[index % paragraphs.length]!);
  const analyzer = builtInAnalysis.analyzer("standard")!;
  const measure = (run: (text: string, target: TokenTarget) => void): { counter: Counter; timeMs: number } => {
    const counter = new Counter();
    const began = performance.now();
    for (const text of texts) run(text, counter);
    return { counter, timeMs: performance.now() - began };
  };
  let plainMs = Infinity;
  let standardMs = Infinity;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const plain = measure(plainLoop);
    const standard = measure((text, target) => analyzer.index(text, target, 0, 0));
    expect(standard.counter).toEqual(plain.counter);
    plainMs = Math.min(plainMs, plain.timeMs);
    standardMs = Math.min(standardMs, standard.timeMs);
    if (round >= 20 && standardMs < 1.5 * plainMs) break;
  }
  expect(standardMs / plainMs).toBeLessThan(1.5);
});

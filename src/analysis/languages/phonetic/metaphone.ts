/** Metaphone (Philips, 1990), as in Apache Commons Codec: rules by letter, the first that fits. */
import { type NameTable, nameTable } from "../../../core/names.ts";

/** What a letter sounds like where the pattern fits; `length` letters are done. */
interface Rule {
  readonly pattern: RegExp;
  readonly code: string;
  readonly length: number;
}

function rule(pattern: string, code: string, length = 1): Rule {
  return { pattern: new RegExp(pattern, "y"), code, length };
}

const initial: readonly (readonly [pattern: RegExp, put: string])[] = [
  [/^[KGP](?=N)/, ""],
  [/^A(?=E)/, ""],
  [/^W(?=R)/, ""],
  [/^WH/, "W"],
  [/^X/, "S"],
];

const rules: NameTable<readonly Rule[]> = nameTable({
  B: [rule("(?<=M)B$", ""), rule("B", "B")],
  C: [
    rule("(?<=S)C(?=[EIY])", ""),
    rule("CIA", "X"),
    rule("C(?=[EIY])", "S"),
    rule("(?<=S)CH", "K"),
    rule("^CH[AEIOU]", "K"),
    rule("CH", "X"),
    rule("C", "K"),
  ],
  D: [rule("DG[EIY]", "J", 3), rule("D", "T")],
  G: [rule("GH(?![AEIOU])", ""), rule("(?<=.)GN", ""), rule("G(?=[EIY])", "J"), rule("G", "K")],
  H: [rule("(?<![CSPTG])H(?=[AEIOU])", "H")],
  K: [rule("(?<!C)K", "K")],
  P: [rule("PH", "F"), rule("P", "P")],
  Q: [rule("Q", "K")],
  S: [rule("SH|SIO|SIA", "X"), rule("S", "S")],
  T: [rule("TIA|TIO", "X"), rule("TCH", ""), rule("TH", "0"), rule("T", "T")],
  V: [rule("V", "F")],
  W: [rule("W(?=[AEIOU])", "W")],
  X: [rule("X", "KS")],
  Y: [rule("Y(?=[AEIOU])", "Y")],
  Z: [rule("Z", "S")],
  ...Object.fromEntries(Array.from("FJLMNR", (letter) => [letter, [rule(letter, letter)]])),
  ...Object.fromEntries(Array.from("AEIOU", (letter) => [letter, [rule(`^${letter}`, letter)]])),
});

/** The code of a word, at most `maxLength` letters. */
export function metaphone(word: string, maxLength = 4): string {
  let letters = word.toUpperCase();
  if (letters.length <= 1) return letters;
  const start = initial.find(([pattern]) => pattern.test(letters));
  if (start !== undefined) letters = letters.replace(start[0], start[1]);
  let code = "";
  for (let index = 0; index < letters.length && code.length < maxLength;) {
    const letter = letters.charAt(index);
    const repeated = letter !== "C" && letter === letters.charAt(index - 1);
    const found = repeated ? undefined : rules[letter]?.find(({ pattern }) => fits(pattern, letters, index));
    code += found?.code ?? "";
    index += found?.length ?? 1;
  }
  return code.slice(0, maxLength);
}

function fits(pattern: RegExp, letters: string, index: number): boolean {
  pattern.lastIndex = index;
  return pattern.test(letters);
}

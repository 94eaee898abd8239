/** Double Metaphone (Philips, 2000), as in Apache Commons Codec: rules by letter, the first that fits. */
import { type NameTable, nameTable } from "../../../core/names.ts";

/** What a letter sounds like where the pattern fits: mostly, and as the second way. `length` letters are done. */
interface Rule {
  readonly pattern: RegExp;
  readonly primary: string;
  readonly alternate: string;
  readonly length: number;
  /** Only for words that look Slavic or German (true), or only for the others (false). */
  readonly slavoGermanic: boolean | undefined;
}

/** `code` is `both` or `primary,alternate`. */
function rule(pattern: string, code: string, length: number, slavoGermanic?: boolean): Rule {
  const [primary, alternate = primary] = code.split(",");
  return { pattern: new RegExp(pattern, "y"), primary: primary!, alternate: alternate!, length, slavoGermanic };
}

/** A letter that sounds the same always, and once when it is doubled. */
function plain(letter: string, code: string, doubled = letter): readonly Rule[] {
  return [rule(letter + doubled, code, 2), rule(letter, code, 1)];
}

const V = "[AEIOUY]";
const GERMANIC = "(?<=^(?:V[AO]N |SCH).*)";

const rules: NameTable<readonly Rule[]> = nameTable({
  B: plain("B", "P"),
  Ç: [rule("Ç", "S", 1)],
  C: [
    rule("CHIA|(?<=[^AEIOUY]A)CH(?![IE])|(?<=[BM]A)CHER", "K", 2),
    rule("^CAESAR", "S", 2),
    rule("(?<=.)CHAE", "K,X", 2),
    rule("^CH(?:ARAC|ARIS|OR(?!E)|YM|IA|EM)", "K", 2),
    rule(
      `${GERMANIC}CH|^(?=SCH)CH|(?<=OR)CHES|(?<=AR)CHIT|(?<=OR)CHID|CH(?=[TS])|(?:(?<=[AOUE])|^)CH(?=[LRNMBHFVW ]|$)`,
      "K",
      2,
    ),
    rule("^CH", "X", 2),
    rule("(?<=^MC.*|^M)CH", "K", 2),
    rule("CH", "X,K", 2),
    rule("(?<!WI)CZ", "S,X", 2),
    rule("CCIA", "X", 3),
    rule("(?<=^A)CC(?=[IEH])(?!HU)|(?<=U)CCE[ES]", "KS", 3),
    rule("(?<!^M)CC(?=[IEH])(?!HU)", "X", 3),
    rule("(?<!^M)CC", "K", 2),
    rule("C[KGQ]", "K", 2),
    rule("CI[OEA]", "S,X", 2),
    rule("C[IEY]", "S", 2),
    rule("C [CQG]", "K", 3),
    rule("C[KQ]|CC(?![EI])", "K", 2),
    rule("C", "K", 1),
  ],
  D: [rule("DG[IEY]", "J", 3), rule("DG", "TK", 2), rule("D[TD]", "T", 2), rule("D", "T", 1)],
  F: plain("F", "F"),
  G: [
    rule("(?<=[^AEIOUY])GH", "K", 2),
    rule("^GHI", "J", 2),
    rule("^GH", "K", 2),
    rule("(?<=[BHD].|[BHD]..|[BH]...)GH", "", 2),
    rule("(?<=[CGLRT].U)GH", "F", 2),
    rule("(?<=[^I])GH", "K", 2),
    rule("GH", "", 2),
    rule(`(?<=^${V})GN`, "KN,N", 2, false),
    rule("GN(?!EY)", "N,KN", 2, false),
    rule("GN", "KN", 2),
    rule("GLI", "KL,L", 2, false),
    rule("^G(?:Y|E[SPBLYIR]|I[BLNE])", "K,J", 2),
    rule("(?<!^(?:DAN|RAN|MAN)|[EI])GER|(?<![EIRO])GY", "K,J", 2),
    rule(`${GERMANIC}(?:G[EIY]|(?<=[AO]G)GI|(?<=[AO])GGI)|GET`, "K", 2),
    rule("GIER", "J", 2),
    rule("G[EIY]|(?<=[AO])GGI", "J,K", 2),
    rule("GG", "K", 2),
    rule("G", "K", 1),
  ],
  H: [rule(`(?<=^|${V})H(?=${V})`, "H", 2)],
  J: [
    rule("^JOSE(?= |$)|(?<=^SAN .*)J", "H", 1),
    rule("JOSE", "J,H", 1),
    rule("^JJ", "J,A", 2),
    rule("^J", "J,A", 1),
    rule(`(?<=${V})J(?=[AO])`, "J,H", 1, false),
    rule("J$", "J, ", 1),
    rule("(?<![SKL])JJ", "J", 2),
    rule("(?<![SKL])J(?![LTKSNMBZ])", "J", 1),
    rule("JJ", "", 2),
  ],
  K: plain("K", "K"),
  L: [rule("(?<=I)LL[OA]$|(?<=A)LLE$|(?<=A)LLE(?=.*[AO]S?$)", "L,", 2), ...plain("L", "L")],
  M: [rule("MM|(?<=U)MB(?=$|ER)", "M", 2), rule("M", "M", 1)],
  N: plain("N", "N"),
  Ñ: [rule("Ñ", "N", 1)],
  P: [rule("PH", "F", 2), ...plain("P", "P", "[PB]")],
  Q: plain("Q", "K"),
  R: [rule("(?<=IE)(?<!M[EA]IE)R$", ",R", 1, false), ...plain("R", "R")],
  S: [
    rule("(?<=[IY])SL", "", 1),
    rule("^SUGAR", "X,S", 1),
    rule("SH(?:EIM|OEK|OLM|OLZ)", "S", 2),
    rule("SH", "X", 2),
    rule("SI[OA]", "S", 3, true),
    rule("SI[OA]", "S,X", 3),
    rule("SZ", "S,X", 2),
    rule("^S[MNLW]", "S,X", 1),
    rule("SCHE[RN]", "X,SK", 3),
    rule("SCH(?:OO|UY|ED|EM)", "SK", 3),
    rule("^SCH[^AEIOUYW]|^SCH$", "X,S", 3),
    rule("SCH", "X", 3),
    rule("SC[IEY]", "S", 3),
    rule("SC", "SK", 3),
    rule("(?<=[AO]I)S$", ",S", 1),
    ...plain("S", "S", "[SZ]"),
  ],
  T: [
    rule("TION|TIA|TCH", "X", 3),
    rule(`TH[OA]M|TT(?=H)(?:OM|AM)|${GERMANIC}TT?H`, "T", 2),
    rule("TT?H", "0,T", 2),
    ...plain("T", "T", "[TD]"),
  ],
  V: plain("V", "F"),
  W: [
    rule("WR", "R", 2),
    rule(`^W(?=${V})`, "A,F", 1),
    rule("^WH", "A", 1),
    rule(`(?<=${V})W$|(?<=[EO])WSK[IY]|(?<=^SCH.*)W`, ",F", 1),
    rule("WI[CT]Z", "TS,FX", 4),
  ],
  X: [rule("^X", "S", 1), rule("(?<=[IE]AU|AU|OU)X$", "", 1), ...plain("X", "KS", "[CX]")],
  ...Object.fromEntries(Array.from("AEIOUY", (letter) => [letter, [rule(`^${letter}`, "A", 1)]])),
  Z: [
    rule("ZH", "J", 2),
    rule("ZZ[OIA]", "S,TS", 2),
    rule("(?<=[^T])ZZ", "S,TS", 2, true),
    rule("(?<=[^T])Z", "S,TS", 1, true),
    ...plain("Z", "S"),
  ],
});

/** Both codes of a word, at most `maxLength` signs each; undefined for blanks. */
export function doubleMetaphone(word: string, maxLength: number): { primary: string; alternate: string } | undefined {
  const letters = word.trim().toUpperCase();
  if (letters === "") return undefined;
  const slavoGermanic = /[WK]|CZ|WITZ/.test(letters);
  let primary = "";
  let alternate = "";
  let index = /^(?:GN|KN|PN|WR|PS)/.test(letters) ? 1 : 0;
  while (index < letters.length && (primary.length < maxLength || alternate.length < maxLength)) {
    const found = rules[letters.charAt(index)]?.find((candidate) => fits(candidate, letters, index, slavoGermanic));
    primary = (primary + (found?.primary ?? "")).slice(0, maxLength);
    alternate = (alternate + (found?.alternate ?? "")).slice(0, maxLength);
    index += found?.length ?? 1;
  }
  return { primary, alternate };
}

function fits({ pattern, slavoGermanic }: Rule, letters: string, index: number, isSlavoGermanic: boolean): boolean {
  if (slavoGermanic !== undefined && slavoGermanic !== isSlavoGermanic) return false;
  pattern.lastIndex = index;
  return pattern.test(letters);
}

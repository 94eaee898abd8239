/** Spellings of the Scandinavian letters: Lucene's ScandinavianNormalizationFilter and ScandinavianFoldingFilter. */
import { type NameTable, nameTable } from "../../../core/names.ts";
import { unitMap } from "../ending-rules.ts";

const swedishAsDanish = unitMap("ä>æ Ä>Æ ö>ø Ö>Ø");
const asDigraph: NameTable<string> = nameTable({
  aa: "å",
  ao: "å",
  ae: "æ",
  oe: "ø",
  oo: "ø",
  Aa: "Å",
  Ao: "Å",
  Ae: "Æ",
  Oe: "Ø",
  Oo: "Ø",
});

/** `aa`, `ao`, `ae`, `oe`, `oo` as `å`, `æ`, `ø`; Swedish letters as Danish ones. */
export function normalizeScandinavian(word: string): string {
  return swedishAsDanish(
    word.replace(
      /a[aAoOeE]|o[eEoO]|A[aAoOeE]|O[eEoO]/g,
      (pair) => asDigraph[pair.charAt(0) + pair.charAt(1).toLowerCase()]!,
    ),
  );
}

const folded = unitMap("åäæ>a ÅÄÆ>A öø>o ÖØ>O");

/** `å ä æ` and their spellings as `a`, `ö ø` as `o`. */
export function foldScandinavian(word: string): string {
  return folded(word.replace(/([aA])[aAoOeE]|([oO])[eEoO]/g, "$1$2"));
}

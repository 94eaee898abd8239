import { endings } from "../ending-rules.ts";

/** Endings with the vowels that a word must have more of, and whether the letters before them are softened. */
const affixes = `
  ajiem/3 ajai/3 ajam/2 ajām/2 ajos/2 ajās/2 iem/2+ ajā/2 ais/2 ai/2 ei/2 ām/1 am/1 ēm/1 īm/1 im/1 um/1 us/1+ as/1 ās/1 es/1 os/1+ ij/1
  īs/1 ēs/1 is/1 ie/1 u/1+ a/1+ i/1+ e/1 ā/1 ē/1 ī/1 ū/1 o/1 s/0 š/0`
  .trim()
  .split(/\s+/)
  .map((rule) => {
    const [ending, count] = rule.split("/");
    return { ending: ending!, vowels: Number(count!.replace("+", "")), softened: count!.endsWith("+") };
  });
const beforeU = endings("0: kš>kst ņņ>nn");
const hard = endings("0: pj>p bj>b mj>m vj>v šņ>sn žņ>zn šļ>sl žļ>zl ļņ>ln ļļ>ll č>c ļ>l ņ>n");

/** Light stemmer for Latvian by Kreslins (1996) as shortened in Lucene's LatvianStemmer. */
export function stemLatvian(word: string): string {
  let vowels = 0;
  for (const letter of word) if ("aeiouāīēū".includes(letter)) vowels++;
  for (const affix of affixes) {
    if (vowels <= affix.vowels || word.length < affix.ending.length + 3 || !word.endsWith(affix.ending)) continue;
    const stem = word.slice(0, -affix.ending.length);
    if (!affix.softened) return stem;
    const special = affix.ending.startsWith("u") ? beforeU(stem) : stem;
    return special === stem ? hard(stem) : special;
  }
  return word;
}

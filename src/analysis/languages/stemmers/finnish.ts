import { endings, unitMap } from "../ending-rules.ts";

const plainLetters = unitMap("äå>a ö>o");
const clitics = endings("8: kin ko");
const derivations = endings("11: dellinen dellisuus");
const adverbs = endings("5: lla tse sti ni aa>a");
const cases = endings(`
  8: nnen>s ntena>s tten eiden
  6: neen niin seen teen inen han hen hin hon hun hyn den>s ksen>s ssa sta lla lta tta ksi lle
  5: na ne nei 4: ja ta a an en in on un yn n
`);
const plurals = endings("5: hde>ksi");
const stemEndings = endings("4: ei at 3: t s j e a i");

/** Light stemmer of the University of Neuchâtel for Finnish: Lucene's FinnishLightStemmer. */
export function lightFinnish(word: string): string {
  if (word.length < 4) return word;
  let stem = plainLetters(word);
  for (let shorter = clitics(stem); shorter !== stem; shorter = clitics(stem)) stem = shorter;
  stem = cases(adverbs(derivations(stem)));
  return normalized(stemEndings(plurals(stem)));
}

function normalized(word: string): string {
  let stem = word;
  if (stem.length > 8 && /[eou]$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length <= 4) return stem;
  if (stem.endsWith("i")) stem = stem.slice(0, -1);
  return stem.length > 4 ? stem.replace(/([kpt])\1+/g, "$1") : stem;
}

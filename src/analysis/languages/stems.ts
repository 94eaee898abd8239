/** The values of `language` in the filter `stemmer`. */
import { type NameTable, nameTable, ownOf } from "../../core/names.ts";
import type { Stem } from "./ending-rules.ts";
import { capitalized, snowballStem } from "./snowball-stems.ts";
import { stemArabic, stemPersian } from "./stemmers/arabic.ts";
import { stemBengali } from "./stemmers/bengali.ts";
import { stemBrazilian } from "./stemmers/brazilian.ts";
import { stemBulgarian } from "./stemmers/bulgarian.ts";
import { stemCzech } from "./stemmers/czech.ts";
import { minimalEnglish, possessiveEnglish } from "./stemmers/english.ts";
import { lightFinnish } from "./stemmers/finnish.ts";
import { lightFrench, minimalFrench } from "./stemmers/french.ts";
import { stemGalician, minimalGalician } from "./stemmers/galician.ts";
import { lightGerman, minimalGerman } from "./stemmers/german.ts";
import { stemGreek } from "./stemmers/greek.ts";
import { stemHindi } from "./stemmers/hindi.ts";
import { lightHungarian } from "./stemmers/hungarian.ts";
import { stemIndonesian } from "./stemmers/indonesian.ts";
import { lightItalian } from "./stemmers/italian.ts";
import { kstem } from "./stemmers/kstem.ts";
import { stemLatvian } from "./stemmers/latvian.ts";
import { lightNorwegian, lightNynorsk, minimalNorwegian, minimalNynorsk } from "./stemmers/norwegian.ts";
import { minimalPortuguese, rslpPortuguese } from "./stemmers/portuguese-rslp.ts";
import { lightPortuguese } from "./stemmers/portuguese.ts";
import { porter } from "./stemmers/porter.ts";
import { lightRussian } from "./stemmers/russian.ts";
import { stemSorani } from "./stemmers/sorani.ts";
import { lightSpanish, spanishPlural } from "./stemmers/spanish.ts";
import { lightSwedish, minimalSwedish } from "./stemmers/swedish.ts";

/** Stemmers by documented name, except Snowball's; comparison ignores case and underscores. */
const stems: NameTable<Stem> = nameTable({
  arabic: stemArabic,
  bengali: stemBengali,
  brazilian: stemBrazilian,
  bulgarian: stemBulgarian,
  czech: stemCzech,
  english: porter,
  porter,
  light_english: kstem,
  kstem,
  minimal_english: minimalEnglish,
  possessive_english: possessiveEnglish,
  light_finnish: lightFinnish,
  light_finish: lightFinnish,
  light_french: lightFrench,
  minimal_french: minimalFrench,
  galician: stemGalician,
  minimal_galician: minimalGalician,
  light_german: lightGerman,
  minimal_german: minimalGerman,
  greek: stemGreek,
  hindi: stemHindi,
  light_hungarian: lightHungarian,
  indonesian: stemIndonesian,
  light_italian: lightItalian,
  latvian: stemLatvian,
  light_norwegian: lightNorwegian,
  light_nynorsk: lightNynorsk,
  minimal_norwegian: minimalNorwegian,
  minimal_nynorsk: minimalNynorsk,
  persian: stemPersian,
  light_portuguese: lightPortuguese,
  minimal_portuguese: minimalPortuguese,
  portuguese_rslp: rslpPortuguese,
  light_russian: lightRussian,
  sorani: stemSorani,
  light_spanish: lightSpanish,
  spanish_plural: spanishPlural,
  light_swedish: lightSwedish,
  minimal_swedish: minimalSwedish,
});

/** Alternative names of Snowball's stemmers. */
const snowballNames: Readonly<Record<string, string>> = {
  porter2: "English",
  dutch_kp: "Kp",
  dutchkp: "Kp",
  kp: "Kp",
  german2: "German2",
};

/** The stemmer of a `language`; throws Lucene's error for an unknown name. */
export function stemOf(language: string): Stem {
  const asked = language.toLowerCase();
  const known = Object.keys(stems).find((name) => name === asked || name.replaceAll("_", "") === asked);
  if (known !== undefined) return stems[known]!;
  return snowballStem(ownOf(snowballNames, asked) ?? capitalized(language));
}

import { endings } from "../ending-rules.ts";

const cases = endings(`
  7: atech 6: ětem etem atům
  5: ech ich ích ého ěmi emi ému ěte ete ěti eti ího iho ími ímu imu ách ata aty ých ama ami ové ovi ými
  4: em es ém ím ům at ám os us ým mi ou
  3: a e i o u ů y á é í ý ě
`);
const possessives = endings("5: ov in ův");
const palatals = endings("0: čt>ck št>sk c>k č>k z>h ž>h");

/** Light stemmer for Czech by Dolamic and Savoy (2009): Lucene's CzechStemmer. */
export function stemCzech(word: string): string {
  const stem = possessives(cases(word));
  const hard = palatals(stem);
  if (hard !== stem || stem === "") return hard;
  const before = stem.charAt(stem.length - 2);
  if (stem.length > 1 && before === "e") return stem.slice(0, -2) + stem.slice(-1);
  if (stem.length > 2 && before === "ů") return `${stem.slice(0, -2)}o${stem.slice(-1)}`;
  return stem;
}

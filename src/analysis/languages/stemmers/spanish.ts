/** Stemmers for Spanish: Lucene's SpanishLightStemmer and SpanishPluralStemmer. */
import { endings, wordSet } from "../ending-rules.ts";
import { plainVowels } from "../latin-vowels.ts";

const lightEndings = endings("0: o a e eses>es ces>z os as es");

/** Light stemmer of the University of Neuchâtel: inflections of nouns and adjectives. */
export function lightSpanish(word: string): string {
  return word.length < 5 ? word : lightEndings(plainVowels(word));
}

/** Words in `s` that are no plurals, or have no singular. */
const invariant = wordSet(`
  abrebotellas abrecartas abrelatas afueras albatros albricias aledaños alexis alicates analisis andurriales antitesis añicos apendicitis
  apocalipsis arcoiris aries bilis boletus boris brindis cactus canutas caries cascanueces cascarrabias ciempies cifosis cortaplumas corpus
  cosmos cosquillas creces crisis cuatrocientas cuatrocientos cuelgacapas cuentacuentos cuentapasos cumpleaños doscientas doscientos dosis
  enseres entonces esponsales estatus exequias fauces forceps fotosintesis gafas gafotas gargaras gris honorarios ictus jueves lapsus
  lavacoches lavaplatos limpiabotas lunes maitines martes mondadientes novecientas novecientos nupcias ochocientas ochocientos pais paris
  parabrisas paracaidas parachoques paraguas pararrayos pisapapeles piscis portaaviones portamaletas portamantas quinientas quinientos
  quitamanchas recogepelotas rictus rompeolas sacacorchos sacapuntas saltamontes salvavidas seis seiscientas seiscientos setecientas
  setecientos sintesis tenis tifus trabalenguas vacaciones venus versus viacrucis virus viveres volandas`);
/** Plurals in `es` whose singular does not end in a vowel. */
const withoutTwo = wordSet(
  "yoes noes sies clubes faralaes albalaes itemes albumes sandwiches relojes bojes contrarreloj carcajes",
);

/** Plurals by grammar, with exceptions. */
export function spanishPlural(word: string): string {
  if (word.length < 4) return word;
  const plain = plainVowels(word);
  const lower = plain.toLowerCase();
  if (invariant.has(lower)) return plain;
  if (withoutTwo.has(lower)) return plain.slice(0, -2);
  if (!plain.endsWith("s")) return plain;
  if (!/[aeiou]s$/.test(plain) || pluralInS(plain)) return plain.slice(0, -1);
  if (/(?:[aeiou][rdlnx]|[yu]|[ulrtn]i|s)es$/.test(plain)) return plain.slice(0, -2);
  if (/[aeioud]is$/.test(plain)) return `${plain.slice(0, -2)}y`;
  if (plain.endsWith("ces")) return `${plain.slice(0, -3)}z`;
  return plain.slice(0, -1);
}

/** `maniquis`, `parques`; as in Lucene, any word with `q` at that place. */
function pluralInS(word: string): boolean {
  return /(?:q..|gu[ie])s$/.test(word);
}

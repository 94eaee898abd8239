/** Snowball's stemmer for Estonian (Freienthal, 2019), in the version of Lucene 9. */
import { endings } from "../ending-rules.ts";
import { LongestEnding } from "../longest-ending.ts";

/** Short verbs: the stem, and the forms that have it. */
const verbForms = `
  joo: joon jood joob joote joome joovad jõin jõid jõi jõime jõite joomata juuakse joodakse juua jooma
  saa: saan saad saab saate saame saavad saaksin saaksid saaks saaksite saaksime sain said sai saite saime saamata saadakse saadi saama saada
  viima: viin viid viib viite viime viivad viiksin viiksid viiks viiksite viiksime viisin viisite viisime viimata viiakse viidi viima viia
  keesi: keen keeb keed kees keeme keete keevad keeksin keeks keeksid keeksime keeksite keemata keema keeta keedakse
  löö: löön lööd lööb lööme lööte löövad lööksin lööksid lööks lööksime lööksite löömata lüüakse löödakse löödi lööma lüüa
  löi: lõin lõid lõi lõime lõite
  loo: loon lood loob loome loote loovad looksin looksid looks looksime looksite loomata luuakse loodi luua looma
  käisi: käin käib käid käis käime käite käivad käiksin käiks käiksid käiksime käiksite käimata käiakse käidi käia käima
  söö: söön sööb sööd sööme sööte söövad sööksin sööks sööksid sööksime sööksite sõin sõi sõid sõime sõite söömata süüakse söödakse söödi sööma süüa
  too: toon tood toob toote toome toovad tooksin tooksid tooks tooksite tooksime tõin tõid tõi tõime tõite toomata tuuakse toodi tooma tuua
  võisi: võin võid võib võime võis võite võivad võiksin võiksid võiks võiksime võiksite võimata võidakse võidi võida võima
  jääma: jään jääd jääb jääme jääte jäävad jääksin jääksid jääks jääksime jääksite jäime jäite jäin jäid jäi jäämata jäädakse jääda jääma jäädi
  müüsi: müün müüd müüb müüs müüme müüte müüvad müüksin müüksid müüks müüksime müüksite müümata müüakse müüdi müüa müüma
  luge: loeb loen loed loeme loete loevad loeks loeksin loeksid loeksime loeksite
  põde: põen põeb põed põeme põete põevad põeksin põeks põeksid põeksime põeksite
  ladu: laon laob laod laome laote laovad laoksin laoks laoksid laoksime laoksite
  tegi: teeksin teeks teeksid teeksime teeksite teen teeb teed teeme teete teevad tegemata tehakse tehti tegema teha
  nägi: näen näeb näed näeme näete näevad näeksin näeks näeksid näeksime näeksite nägemata nähakse nähti näha nägema`;
const stemOfVerb = new Map(
  verbForms
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [stem, forms] = line.trim().split(": ");
      return forms!.split(" ").map((form) => [form, stem!] as const);
    }),
);

const verbEndings = new LongestEnding({
  anywhere: "nuksin nuksime nuksid nuksite ksin ksid ksime ksite mata takse dakse taks daks sime site sin",
  a: "akse",
  afterVowel: "me da n b",
});
const nounEndings = new LongestEnding({
  lase: "lasse last lane lasi",
  mise: "misse mist mine misi",
  lise: "lisse list line lisi",
});
const cases = new LongestEnding({ afterVowel: "sse st le lt ga ks ta t s l" });
const plurals = new LongestEnding({ iku: "ikkude ikke ike", sid: "sid", te: "te", afterVowel: "de d" });
const degrees = new LongestEnding({ anywhere: "ma", afterVowel: "mai m" });
const participles = endings("0: nu tu du va");
const longVowel = /(?:aa|ee|ii|oo|uu|ää|öö|üü|õõ)$/;
const shortVowel = /[aeiuo]$/;
const anyVowel = /[aeiouõäöü]$/;

export function stemEstonian(word: string): string {
  const verb = stemOfVerb.get(word);
  if (verb !== undefined) return verb;
  const found = /[aeiouõäöü]+[^aeiouõäöü]/.exec(word);
  const region = found ? found.index + found[0].length : word.length;
  const plain = withoutEmphasis(word, region);
  const stem = withoutVerbEnding(plain, region) ?? withoutNounEndings(plain, region);
  return stem.replace(/([kpt])\1([aeiouõäöü])$/, "$1$2");
}

/** The particles `-gi` and `-ki`. */
function withoutEmphasis(word: string, region: number): string {
  const rest = word.slice(0, -2);
  if (rest.length < Math.max(region, 4)) return word;
  if (word.endsWith("gi")) return /[cjlmnqrvwxaeiouõäöü]$/.test(rest) && !longVowel.test(rest) ? rest : word;
  return word.endsWith("ki") && /[kptgbdshfšzž]$/.test(rest) ? rest : word;
}

function withoutVerbEnding(word: string, region: number): string | undefined {
  const found = verbEndings.find(word, region);
  if (found === undefined) return undefined;
  const rest = word.slice(0, found.at);
  if (found.group === "a") return `${rest}a`;
  return found.group === "anywhere" || anyVowel.test(rest) ? rest : undefined;
}

function withoutNounEndings(word: string, region: number): string {
  let stem = word;
  const special = nounEndings.find(stem, region);
  if (special) stem = stem.slice(0, special.at) + special.group;
  stem = withoutCase(stem, region);
  stem = withoutPlural(stem, region);
  const degree = degrees.find(stem, region);
  if (degree && (degree.group === "anywhere" || shortVowel.test(stem.slice(0, degree.at))))
    stem = stem.slice(0, degree.at);
  if (stem.length > region && stem.endsWith("i") && shortVowel.test(stem.slice(0, -1))) stem = stem.slice(0, -1);
  const participle = participles(stem);
  return participle.length >= region ? participle : stem;
}

/** Takes a case's ending off behind a vowel. */
function withoutCase(word: string, region: number): string {
  const found = cases.find(word, region);
  if (found === undefined) return word;
  const rest = word.slice(0, found.at);
  return shortVowel.test(rest) || longVowel.test(rest) ? rest : word;
}

function withoutPlural(word: string, region: number): string {
  const found = plurals.find(word, region);
  if (found === undefined) return word;
  const rest = word.slice(0, found.at);
  switch (found.group) {
    case "iku":
      return `${rest}iku`;
    case "sid":
      return longVowel.test(rest) ? word : rest;
    case "te":
      if (rest.length >= 4 && /(?:mis|las|lis)$/.test(rest)) return `${rest}e`;
      if (rest.endsWith("t")) return word;
      return rest.length >= 4 ? rest : `${rest}t`;
    default:
      return shortVowel.test(rest) || longVowel.test(rest) ? rest : word;
  }
}

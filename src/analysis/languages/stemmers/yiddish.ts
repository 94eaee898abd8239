/**
 * The stemmer of Assaf Urieli (2020) for Yiddish in YIVO script, as Snowball 2.0 has it. Its tables are written in
 * Latin letters here, one for each letter of Yiddish; `GE` stands in words for the prefix of participles.
 */
import type { Stem } from "../ending-rules.ts";
import { LongestEnding } from "../longest-ending.ts";

const latin = "abgdhvzxtyKklMmNnseFfCcqrSTWOY";
const yiddish = "אבגדהוזחטיךכלםמןנסעףפץצקרשתװױײ";

/** A table in the letters of Yiddish. */
function spelled(table: string): string {
  return table.replace(/[a-zCFKMNOSTWY]/g, (letter) => yiddish.charAt(latin.indexOf(letter)));
}

const PARTICIPLE = "GE";
const INFINITIVE = "TSU";

const ligatures: readonly (readonly [pattern: RegExp, put: string])[] = [
  [/וו(?!\u05bc)/, "װ"],
  [/וי(?!\u05b4)/, "ױ"],
  [/יי(?!\u05b4)/, "ײ"],
  [/ך/, "כ"],
  [/ם/, "מ"],
  [/ן/, "נ"],
  [/ף/, "פ"],
  [/ץ/, "צ"],
];
const anyLigature = new RegExp(ligatures.map(([{ source }]) => source).join("|"), "g");
const ligatureOf = new Map(ligatures.map(([{ source }, put]) => [source.replace(/\(.*/, ""), put]));
const points = /[\u05b0-\u05b9\u05bb\u05bc\u05bf\u05c1\u05c2]/g;

/** Prefixes of verbs, before `ge` or `tsu`. */
const prefixes = spelled(`
advrk ahyn aher ahYm avm avnter ayber an ant antqegn anyder af afyr aqegn araf arvm arvnter aryber arOs arOf arYn aWeq aOs aOf aYn ba bY dvrk der
myt nak far farbY farOs fvnander cv cvzamen cvnOf cvryq ce`)
  .trim()
  .split(/\s+/)
  .sort((one, other) => other.length - one.length);

const ge = spelled("ge");
const tsu = spelled("cv");
const infinitives = new RegExp(`^(?:${spelled("cvgn|cvqt|cvqn")})$`);
const threeConsonants = /^[בגדהזחטכלמנספצקרשתװךםןףץ]{3}/;
const notHebrew = new RegExp(`^(?:${spelled("dzS|Str|StS|Sfr")})`);
const vowels = /[אויעױײ]+/;
const consonant = /[בגדהזחטכלמנספצקרשתװךםןףץ]$/;

/** Endings that are taken off in the region, and those that are put into another form anywhere. */
const endings = new LongestEnding({
  off: spelled(
    "vng stv t st yst Saft hYt qYt yqYt lek elek yzm ym em n stn ystn en elen yzmen s ns es eles ers eners e ste ele er ster",
  ),
  participle: spelled("enem ens ene ener"),
  behindT: spelled("tenem tn ts tns te tene ter tener"),
  kept: spelled("ye"),
  plural: spelled("yes"),
  hebrewPlural: spelled("vT"),
  withoutT: spelled("gyst Syst"),
  irregular: spelled(
    "brakt qlybn rybn trybn Srybn hObn SWygn zvngn Slvngn cWvngn bOgn bvndn Wyzn GEbytn GElytn GEmytn Snytn GEbysn Smysn GErysn gangen nvmen Stanen trvnqn farlOrn SWOrn WvtSn gYn",
  ),
});

/** Stems of participles and of their verbs. */
const verbs = pairs(
  "gang>gY nvm>nem myt>mYd byt>bYt bys>bYs Wyz>WYz tryb>trYb lyt>lYt qlyb>qlYb ryb>rYb rys>rYs SWyg>SWYg Smys>SmYs Snyt>SnYd Sryb>SrYb bvnd>bynd WvtS>WytS " +
    "zvng>zyng trvnq>trynq cWvng>cWyng Slvng>Slyng bOg>bYg hOb>hYb farlOr>farlyr Stan>StY SWOr>SWer",
);
/** Whole endings of irregular participles and what is put for them. */
const irregularOf = new Map(
  pairs(
    "brakt>breng qlybn>qlYb rybn>rYb trybn>trYb Srybn>SrYb hObn>hYb SWygn>SWYg zvngn>zyng Slvngn>Slyng cWvngn>cWyng bOgn>bYg bvndn>bynd Wyzn>WYz GEbytn>bYt " +
      "GElytn>lYt GEmytn>mYd Snytn>SnYd GEbysn>bYs Smysn>SmYs GErysn>rYs gangen>gY nvmen>nem Stanen>StY trvnqn>trynq farlOrn>farlyr SWOrn>SWer WvtSn>WytS gYn>gY",
  ),
);
const nouns = new LongestEnding({ off: spelled("vng Saft hYt qYt yqYt"), diminutive: spelled("l") });
const adjectives = new LongestEnding({ off: spelled("yg yq dyq ndyq endyq nyq yS"), kept: spelled("blyq glyq") });
const behindT = new RegExp(`(?:${spelled("ener|enem|ene|n|er|ns|e|s")})$`);
const brought = new RegExp(`(?:${spelled("gebrak|brak")})$`);

function pairs(table: string): (readonly [from: string, to: string])[] {
  return table.split(" ").map((pair) => {
    const [from = "", to = ""] = pair.split(">");
    return [spelled(from), spelled(to)] as const;
  });
}

/** The word with its prefixes marked, and where its region begins. */
interface MarkedWord {
  readonly word: string;
  readonly region: number;
}

function marked(plain: string): MarkedWord {
  let word = plain;
  let at = 0;
  if (word.startsWith(ge)) {
    word = PARTICIPLE + word.slice(ge.length);
    at = PARTICIPLE.length;
  }
  const prefix = prefixes.find((candidate) => word.startsWith(candidate, at));
  if (prefix !== undefined) {
    const end = at + prefix.length;
    const rest = word.slice(end);
    if (infinitives.test(rest)) at = end;
    else if (rest.startsWith(ge)) {
      word = word.slice(0, end) + PARTICIPLE + rest.slice(ge.length);
      at = end + PARTICIPLE.length;
    } else if (rest.startsWith(tsu)) {
      word = word.slice(0, end) + INFINITIVE + rest.slice(tsu.length);
      at = end + INFINITIVE.length;
    }
  }
  return { word, region: regionOf(word, at) ?? plain.length };
}

/**
 * Behind three consonants of a Hebrew root, or behind the first vowels, but at least three letters behind the prefix;
 * undefined: there is none.
 */
function regionOf(word: string, from: number): number | undefined {
  const least = from + 3;
  if (least > word.length) return undefined;
  const at = from + (notHebrew.exec(word.slice(from))?.[0].length ?? 0);
  const rest = word.slice(at);
  if (threeConsonants.test(rest)) return at + 3;
  const found = vowels.exec(rest);
  return found ? Math.max(least, at + found.index + found[0].length) : undefined;
}

/** The first step, for endings of all kinds. */
function withoutEnding({ word, region }: MarkedWord): string {
  const found = endings.find(word);
  if (found === undefined) return word;
  const stem = word.slice(0, found.at);
  const inRegion = region <= stem.length;
  switch (found.group) {
    case "irregular":
      return stem + irregularOf.get(word.slice(found.at))!;
    case "withoutT":
      return region < word.length ? word.slice(0, -1) : word;
    case "behindT":
      return withoutBehindT(word, stem, region);
    case "off":
      return inRegion ? stem : word;
    case "participle": {
      if (!inRegion) return word;
      const verb = verbs.find(([participle]) => stem.endsWith(participle));
      return verb === undefined ? stem : stem.slice(0, stem.length - verb[0].length) + verb[1];
    }
    case "plural":
      return inRegion ? stem + spelled("ye") : word;
    case "hebrewPlural":
      return inRegion ? stem + spelled("h") : word;
    default:
      return word;
  }
}

/** Without `t` and what follows it; where the region is too short for that, `t` stays. */
function withoutBehindT(word: string, stem: string, region: number): string {
  if (region <= stem.length) return stem.replace(brought, spelled("breng"));
  const shorter = word.replace(behindT, "");
  return region <= shorter.length ? shorter : word;
}

export const stemYiddish: Stem = (word) => {
  const plain = word.replace(anyLigature, (letters) => ligatureOf.get(letters)!).replace(points, "");
  const { word: whole, region } = marked(plain);
  let stem = withoutEnding({ word: whole, region });
  const noun = nouns.find(stem);
  if (noun !== undefined && region <= noun.at && (noun.group === "off" || consonant.test(stem.slice(0, noun.at))))
    stem = stem.slice(0, noun.at);
  const adjective = adjectives.find(stem);
  if (adjective?.group === "off" && region <= adjective.at) stem = stem.slice(0, adjective.at);
  return stem.replace(/GE|TSU/g, "");
};

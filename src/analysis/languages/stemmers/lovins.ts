/**
 * The stemmer of Julie Beth Lovins (1968) for English, as Snowball has it: the longest ending that may be taken off,
 * then some stems respelled.
 */
import { type NameTable, nameTable } from "../../../core/names.ts";

/** Endings by the condition under which they are taken off. */
const endingTable = `
A: 's a ability able ableness ably aceous acies acity acy ae aic aical aically alist alities ality alize alness ancial ancies antaneous
A: antiality antialness arial aric aries arily arisation arisations ariser aristic arizability arizable arization arizations arize arized
A: arizer arizing aroid ata atable ate ately ateness ates atingly ative atively ativeness atives ativism ator ators atory e eful efully
A: ehood eity eless elity ement ence enced ences encible encies encing ency ental entally entation entations ential entiality entialize
A: entially entialness entials entiate entiation entist ently entness eous eously eousness ese ful fully fulness hood i ia ial ialist
A: iality ialize ially ials ian ians ibility ible ibleness ibly ic ical icalism icalist icality icalize ically icalness icance icant ician
A: icianry icians icide icism icist icists icity ics ied iedly ier iers iful ifully ihood ily inate ination iness ingness ional ionalism
A: ionality ionalize ionally ionalness ionals ioned ioning ionist ious iously iousness is isation ished ishness ist istic istical
A: istically istics ists iteness ities itous itousness ity ium ive ively iveness ivistic ivities ivity izability izational izations
A: izement less lessly lessness lily ness nesses o ogen oid oidal oidally oides oidism otide ous ously ousness s' ward wise yish
B: acious age ages aging alism alistic alistically ally ance anced ances ancing ancy ant ants arity as atic ation ational ationally ations
B: ingly ions ism isms izationally ly y ying
C: allically antic ent ented enting ish
D: ionate
E: ariness ature eableness ed edly elihood ely ene ened eness ening enly ery es izable
F: ary en ization ize ized izer izers izing
G: action ication
H: itic
I: ated ating idine
J: inism
K: arly
L: ide ides
M: ine ines
N: ing ings
O: ars
P: ies
Q: ion
R: one yl
S: on
T: or
U: um
V: us
W: s
X: ar
Y: eal ealy ear early
Z: eature
AA: ite
BB: al allic als
CC: inity`;

/** What the stem that is left must be like; the letters are those of the publication, with Snowball's additions. */
const conditions: NameTable<RegExp> = nameTable({
  A: /..$/,
  B: /...$/,
  C: /....$/,
  D: /.....$/,
  E: /.[^e]$/,
  F: /..[^e]$/,
  G: /..f$/,
  H: /(?:.t|ll)$/,
  I: /.[^oe]$/,
  J: /.[^ae]$/,
  K: /(?:..[li]|u.e)$/,
  L: /(?:.[^uxs]|os)$/,
  M: /.[^acem]$/,
  N: /(?:[^s]..|.s..)$/,
  O: /.[li]$/,
  P: /.[^c]$/,
  Q: /..[^ln]$/,
  R: /.[nr]$/,
  S: /(?:dr|[^t]t)$/,
  T: /(?:.s|[^o]t)$/,
  U: /.[lmnr]$/,
  V: /.c$/,
  W: /.[^su]$/,
  X: /(?:.[li]|u.e)$/,
  Y: /in$/,
  Z: /.[^f]$/,
  AA: /(?:.[dflt]|ph|th|er|or|es)$/,
  BB: /...$(?<!met|ryst)/,
  CC: /.l$/,
});

const endings: ReadonlyMap<string, RegExp> = new Map(
  endingTable
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [condition = "", ...list] = line.split(/:? /);
      return list.map((ending) => [ending, conditions[condition]!] as const);
    }),
);
const LONGEST_ENDING = 11;

/** Ends of stems and how they are written instead, the longest first; what stands before them may forbid it. */
const respelled: readonly (readonly [pattern: RegExp, put: string])[] = (
  "metr>meter istr>ister umpt>um erid>eris pand>pans iev>ief uct>uc rpt>rb urs>ur olv>olut bex>bic dex>dic pex>pic tex>tic lux>luc uad>uas vad>vas cid>cis " +
  "lid>lis (?<!s)end>ens end>end ond>ons lud>lus rud>rus (?<![pt])her>hes her>her mit>mis (?<!m)ent>ens ent>ent ert>ers (?<![aio])ul>l ul>ul ax>ac ex>ec " +
  "ix>ic (?<!n)et>es et>et yt>ys yz>ys"
)
  .split(" ")
  .map((rule) => {
    const at = rule.lastIndexOf(">");
    return [new RegExp(`${rule.slice(0, at)}$`), rule.slice(at + 1)] as const;
  });

export function stemLovins(word: string): string {
  let stem = withoutEnding(word);
  if (/(?:bb|dd|gg|ll|mm|nn|pp|rr|ss|tt)$/.test(stem)) stem = stem.slice(0, -1);
  const rule = respelled.find(([pattern]) => pattern.test(stem));
  return rule === undefined ? stem : stem.replace(rule[0], rule[1]);
}

function withoutEnding(word: string): string {
  for (let length = Math.min(LONGEST_ENDING, word.length); length > 0; length--) {
    const condition = endings.get(word.slice(-length));
    const stem = word.slice(0, -length);
    if (condition?.test(stem)) return stem;
  }
  return word;
}

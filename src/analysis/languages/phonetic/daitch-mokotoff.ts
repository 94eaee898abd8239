/**
 * Daitch-Mokotoff Soundex (1985), for names of Eastern Europe; a word may have several codes. As Apache Commons Codec
 * has it.
 */

const CODE_LENGTH = 6;

/** Patterns, and what they stand for at the beginning, before a vowel and elsewhere; ways part at a stroke. */
const table = `
a,e,i,o,u>0::
b,f,p,v,w,fb,pf,ph>7:7:7
d,t,dt,th>3:3:3
g,k,q,kh>5:5:5
h>5:5:
l>8:8:8
m,n>6:6:6
r>9:9:9
s,z,ttsch,ttch,tsch,ttsz,zsch,csz,czs,drz,drs,dsh,dsz,dzh,dzs,sch,tch,trz,trs,tsh,tts,ttz,tzs,tsz,zsh,cz,cs,ds,dz,sh,sz,ts,tc,tz,zh,zs>4:4:4
x,chs,ks>5:54:54
y,ia,ie,io,iu>1::
ţ,ț>3|4:3|4:3|4
ę,ą>::|6
schtsch,schtsh,schtch,shtch,shtsh,stsch,zhdzh,shch,stch,strz,strs,stsh,szcz,szcs,zdzh,zdz,sc>2:4:4
scht,schd,sht,szt,shd,szd,zhd,st,sd,zd>2:43:43
ai,aj,ay,ei,ej,ey,oi,oj,oy,ui,uj,uy,ue>0:1:
au>0:7:
eu>1:1:
mn,nm>66:66:66
c,ch>4|5:4|5:4|5
ck>5|45:5|45:5|45
rs,rz>4|94:4|94:4|94
j>1|4:|4:|4`;

/** Letters and those that they are taken for. */
const foldings = new Map(
  "ßs àa áa âa ãa äa åa æa çc èe ée êe ëe ìi íi îi ïi ðd ñn òo óo ôo õo öo øo ùu úu ûu ýy þb ÿy ćc łl śs żz źz"
    .split(" ")
    .map(([from, to]) => [from!, to!] as const),
);

interface Rule {
  readonly pattern: string;
  readonly first: readonly string[];
  readonly beforeVowel: readonly string[];
  readonly elsewhere: readonly string[];
}

/** Rules by the first letter of their patterns, the longest first. */
const rules: ReadonlyMap<string, readonly Rule[]> = rulesOf(table);

function rulesOf(text: string): Map<string, Rule[]> {
  const byLetter = new Map<string, Rule[]>();
  for (const line of text.trim().split("\n")) {
    const [patterns = "", codes = ""] = line.split(">");
    const [first = [], beforeVowel = [], elsewhere = []] = codes.split(":").map((code) => code.split("|"));
    for (const pattern of patterns.split(",")) {
      const list = byLetter.get(pattern.charAt(0)) ?? [];
      list.push({ pattern, first, beforeVowel, elsewhere });
      byLetter.set(pattern.charAt(0), list);
    }
  }
  for (const list of byLetter.values()) list.sort((one, other) => other.pattern.length - one.pattern.length);
  return byLetter;
}

/** All codes of a word, in order. */
export function daitchMokotoff(word: string): string[] {
  const letters = Array.from(word.replace(/\s/g, "").toLowerCase(), (letter) => foldings.get(letter) ?? letter).join(
    "",
  );
  /** Codes so far, and what was added to each last. */
  let branches = new Map([["", ""]]);
  let isFirst = true;
  let before = "";
  for (let at = 0; at < letters.length; at++) {
    const letter = letters.charAt(at);
    const candidates = rules.get(letter);
    if (candidates === undefined) continue;
    const rule = candidates.find(({ pattern }) => letters.startsWith(pattern, at));
    if (rule !== undefined) {
      const behind = letters.charAt(at + rule.pattern.length);
      const codes = isFirst
        ? rule.first
        : behind !== "" && "aeiou".includes(behind)
          ? rule.beforeVowel
          : rule.elsewhere;
      // An m beside an n counts for itself, whatever it is coded as.
      const counts = (before === "m" && letter === "n") || (before === "n" && letter === "m");
      branches = extended(branches, codes, isFirst || counts);
      at += rule.pattern.length - 1;
    }
    isFirst = false;
    before = letter;
  }
  return [...branches.keys()].map((code) => code.padEnd(CODE_LENGTH, "0"));
}

/** Equal codes one behind the other count once, unless `always`. */
function extended(
  branches: ReadonlyMap<string, string>,
  codes: readonly string[],
  always: boolean,
): Map<string, string> {
  const next = new Map<string, string>();
  for (const [code, last] of branches) {
    for (const added of codes) {
      const longer = always || !last.endsWith(added) ? (code + added).slice(0, CODE_LENGTH) : code;
      if (!next.has(longer)) next.set(longer, added);
    }
  }
  return next;
}

/** Caverphone (Hood, 2002 and 2004), made for names in New Zealand: rules one after the other. */

type Rules = readonly (readonly [pattern: RegExp, put: string])[];

/** `pattern>put`, separated by spaces. */
function rules(table: string): Rules {
  return table
    .trim()
    .split(/\s+/)
    .map((rule) => {
      const [pattern, put = ""] = rule.split(">");
      return [new RegExp(pattern!, "g"), put] as const;
    });
}

const consonants =
  "cq>2q ci>si ce>se cy>sy tch>2ch c>k q>k x>k v>f dg>2g tio>sio tia>sia d>t ph>fh b>p sh>s2 z>s ^[aeiou]>A [aeiou]>3";
const doubles = "3gh3>3kh3 gh>22 g>k s+>S t+>T p+>P k+>K f+>F m+>M n+>N w3>W3";

const first = rules(`
  ^cough>cou2f ^rough>rou2f ^tough>tou2f ^enough>enou2f ^gn>2n mb$>m2 ${consonants} ${doubles} wy>Wy wh3>Wh3 why>Why w>2 ^h>A h>2 r3>R3 ry>Ry
  r>2 l3>L3 ly>Ly l>2 j>y y3>Y3 y>2 2> 3>
`);
const second = rules(`
  e$> ^cough>cou2f ^rough>rou2f ^tough>tou2f ^enough>enou2f ^trough>trou2f ^gn>2n mb$>m2 ${consonants} j>y ^y3>Y3 ^y>A y>3 ${doubles} wh3>Wh3
  w$>3 w>2 ^h>A h>2 r3>R3 r$>3 r>2 l3>L3 l$>3 l>2 2> 3$>A 3>
`);

function encode(word: string, table: Rules, length: number): string {
  let code = word.toLowerCase().replace(/[^a-z]/g, "");
  for (const [pattern, put] of table) code = code.replace(pattern, put);
  return code.padEnd(length, "1").slice(0, length);
}

/** Version 1: six signs. */
export function caverphone1(word: string): string {
  return encode(word, first, 6);
}

/** Version 2: ten signs. */
export function caverphone2(word: string): string {
  return encode(word, second, 10);
}

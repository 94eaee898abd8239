/**
 * ASCII counterparts of characters, following Lucene's ASCIIFoldingFilter: decomposition, plus a list of characters
 * that do not decompose.
 */

/** Blocks that Lucene folds; other characters (Greek, Cyrillic …) are unchanged, whatever their decomposition. */
const foldedBlocks: readonly (readonly [first: number, last: number])[] = [
  [0x00ab, 0x024f],
  [0x0250, 0x02af],
  [0x1d00, 0x1dbf],
  [0x1e00, 0x1eff],
  [0x2010, 0x2061],
  [0x2070, 0x209c],
  [0x2184, 0x2184],
  [0x2460, 0x24ff],
  [0x275b, 0x2793],
  [0x2c60, 0x2c7f],
  [0x2e28, 0x2e29],
  [0xa728, 0xa7ff],
  [0xfb00, 0xfb06],
  [0xff01, 0xff5e],
];

/** Characters with no (or another) decomposition: ASCII text, then the characters that become it. */
const special: readonly (readonly [ascii: string, characters: string])[] = [
  ["AE", "ÆǢǼᴁ"],
  ["ae", "æǣǽᴂ"],
  ["O", "ØƆƟǾᴏᴐꝊꝌ"],
  ["o", "øǿɔɵᴖᴗᶗⱺꝋꝍ"],
  ["D", "ÐĐƉƊƋᴅᴆꝹ"],
  ["d", "ðđƌɖɗᵭᶁᶑꝺ"],
  ["TH", "ÞꝦ"],
  ["th", "þᵺꝧ"],
  ["ss", "ß"],
  ["SS", "ẞ"],
  ["H", "ĦⱧⱵꟵʜ"],
  ["h", "ħɥɦʮʯⱨⱶ"],
  ["I", "ƖƗɪᵻꟾ"],
  ["i", "ıɨᴉᵎᵼᶖ"],
  ["L", "ŁȽʟᴌⱠⱢꝆꝈꞀ"],
  ["l", "łƚȴɫɬɭᶅⱡꝇꝉꞁ"],
  ["N", "ŊƝȠɴᴎ"],
  ["n", "ŋƞȵɲɳᵰᶇ"],
  ["OE", "Œɶ"],
  ["oe", "œᴔ"],
  ["T", "ŦƬƮȾᴛꞆ"],
  ["t", "ŧƫƭȶʇʈᵵⱦ"],
  ["B", "ƁƂɃʙᴃ"],
  ["b", "ƀƃɓᵬᶀ"],
  ["C", "ƇȻʗᴄ"],
  ["c", "ƈȼɕↄꜾꜿ"],
  ["E", "ƎƏƐɆᴇⱻ"],
  ["e", "ǝɇɘəɛɜɝɞʚᴈᶒᶓᶔⱸ"],
  ["F", "Ƒꜰꝼꟻ"],
  ["f", "ƒᵮᶂꝼ"],
  ["G", "ƓǤɢʛꝽꝾ"],
  ["g", "ǥɠɡᵷᶃꝿ"],
  ["hv", "ƕ"],
  ["HV", "Ƕ"],
  ["K", "ƘᴋⱩꝀꝂꝄ"],
  ["k", "ƙʞᶄⱪꝁꝃꝅ"],
  ["M", "ƜᴍⱮꟽꟿ"],
  ["m", "ɯɰɱᵯᶆ"],
  ["P", "ƤᴘⱣꝐꝒꝔ"],
  ["p", "ƥᵱᵽᶈꝑꝓꝕꟼ"],
  ["Q", "ɊꝖꝘ"],
  ["q", "ĸɋʠꝗꝙ"],
  ["R", "ɌʀʁᴙᴚⱤꝚꞂ"],
  ["r", "ɍɼɽɾɿᵲᵳᶉꝛꞃ"],
  ["S", "ꜱꞅ"],
  ["s", "ȿʂᵴᶊꞄ"],
  ["U", "Ʉᴜᵾ"],
  ["u", "ʉᵾᶙ"],
  ["V", "ƲɅᴠꝞꝨ"],
  ["v", "ʋʌᶌⱱⱴꝟ"],
  ["W", "Ƿᴡⱳ"],
  ["w", "ƿʍⱳ"],
  ["Y", "ƳɎʏỾ"],
  ["y", "ƴɏʎỿ"],
  ["Z", "ƵȜȤᴢⱫꝢ"],
  ["z", "ƶȝȥɀʐʑᵶᶎⱬꝣ"],
  ["A", "Ⱥᴀ"],
  ["a", "ɐəɚᶏⱥ"],
  ["J", "Ɉᴊ"],
  ["j", "ȷɉɟʄʝ"],
  ["X", "Ⅹ"],
  ["x", "ᶍ"],
  ["OU", "Ȣ"],
  ["ou", "ȣ"],
  ["AA", "Ꜳ"],
  ["aa", "ꜳ"],
  ["AO", "Ꜵ"],
  ["ao", "ꜵ"],
  ["AU", "Ꜷ"],
  ["au", "ꜷ"],
  ["AV", "ꜸꜺ"],
  ["av", "ꜹꜻ"],
  ["AY", "Ꜽ"],
  ["ay", "ꜽ"],
  ["OO", "Ꝏ"],
  ["oo", "ꝏ"],
  ["TZ", "Ꜩ"],
  ["tz", "ꜩ"],
  ["VY", "Ꝡ"],
  ["vy", "ꝡ"],
  ["LL", "Ỻ"],
  ["ll", "ỻ"],
  ["ue", "ᵫ"],
  ['"', "«»“”„″‶❝❞❮❯"],
  ["'", "‘’‚‛′‵‹›❛❜"],
  ["-", "‐‑‒–—⁻₋"],
  ["[", "⁅❲"],
  ["]", "⁆❳"],
  ["(", "⁽₍❨❪⸨"],
  [")", "⁾₎❩❫⸩"],
  ["<", "❬❰"],
  [">", "❭❱"],
  ["{", "❴"],
  ["}", "❵"],
  ["+", "⁺₊"],
  ["=", "⁼₌"],
  ["!", "！"],
  ["!!", "‼"],
  ["!?", "⁉"],
  ["#", "＃"],
  ["*", "⁎"],
  [",", "，"],
  ["/", "⁄"],
  [";", "⁏"],
  ["??", "⁇"],
  ["?!", "⁈"],
  ["%", "⁒"],
  ["^", "‸"],
  ["_", "＿"],
  ["~", "⁓"],
  ["0", "⓪⓿"],
  ["1", "⓵❶➀➊"],
  ["2", "⓶❷➁➋"],
  ["3", "⓷❸➂➌"],
  ["4", "⓸❹➃➍"],
  ["5", "⓹❺➄➎"],
  ["6", "⓺❻➅➏"],
  ["7", "⓻❼➆➐"],
  ["8", "⓼❽➇➑"],
  ["9", "⓽❾➈➒"],
  ["10", "⓾❿➉➓"],
  ["11", "⓫"],
  ["12", "⓬"],
  ["13", "⓭"],
  ["14", "⓮"],
  ["15", "⓯"],
  ["16", "⓰"],
  ["17", "⓱"],
  ["18", "⓲"],
  ["19", "⓳"],
  ["20", "⓴"],
];

const folded = new Map<string, string>();
for (const [ascii, characters] of special) {
  for (const character of characters) if (!folded.has(character)) folded.set(character, ascii);
}

/** Folds a text; characters without a counterpart are unchanged. */
export function foldToAscii(text: string): string {
  let result = "";
  for (const character of text) result += character < "\u0080" ? character : foldCharacter(character);
  return result;
}

function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const codePoint = character.codePointAt(0)!;
  let result = character;
  if (foldedBlocks.some(([first, last]) => codePoint >= first && codePoint <= last)) {
    const bare = character.normalize("NFKD").replace(/\p{M}/gu, "");
    if (/^[\x21-\x7e]+$/.test(bare)) result = bare;
    else if (bare !== character && bare.length === 1 && folded.has(bare)) result = folded.get(bare)!;
  }
  folded.set(character, result);
  return result;
}

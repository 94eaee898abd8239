/**
 * Katakana in Latin letters by the modified Hepburn system, long vowels of `ou` and `uu` with a macron: Lucene's
 * ToStringUtil.getRomanization.
 */

/** Katakana, and the letters that they are written with. */
const table = `
ァa アa ィi イi ゥu ウu ェe エe ォo オo カka ガga キki ギgi クku グgu ケke ゲge コko ゴgo サsa ザza シshi ジji スsu ズzu セse ゼze ソso ゾzo
タta ダda チchi ヂji ツtsu ヅzu テte デde トto ドdo ナna ニni ヌnu ネne ノno ハha バba パpa ヒhi ビbi ピpi フfu ブbu プpu ヘhe ベbe ペpe
ホho ボbo ポpo マma ミmi ムmu メme モmo ャya ヤya ュyu ユyu ョyo ヨyo ラra リri ルru レre ロro ヮwa ワwa ヰi ヱe ヲo ヴv ヷva ヸvi ヹve
ヺvo イィyi イェye ウァwa ウィwi ウゥwu ウェwe ウォwo ウュwyu オウō キェkye キャkya キュkyu キョkyo ギェgye ギャgya ギュgyu ギョgyo クァkwa クィkwi
クェkwe クォkwo クヮkwa グァgwa グィgwi グェgwe グォgwo グヮgwa コウkō ゴウgō シェshe シャsha シュshu ショsho ジェje ジャja ジュju ジョjo スィsi
ズィzi ソウsō ゾウzō チェche チャcha チュchu チョcho ヂェje ヂャja ヂュju ヂョjo ツァtsa ツィtsi ツェtse ツォtso ツュtsyu ティti テゥtu テュtyu ディdi
デュdyu トゥtu トウtō ドゥdu ドウdō ニェnye ニャnya ニュnyu ニョnyo ノウnō ヒェhye ヒャhya ヒュhyu ヒョhyo ビェbye ビャbya ビュbyu ビョbyo ピェpye
ピャpya ピュpyu ピョpyo ファfa フィfi フェfe フォfo フャfya フュfyu フョfyo ホゥhu ホウhō ボウbō ポウpō ミェmye ミャmya ミュmyu ミョmyo モウmō ヨウyō
ラ゜la リ゜li リェrye リャrya リュryu リョryo ル゜lu レ゜le ロ゜lo ロウrō キュウkyū キョウkyō ギュウgyū ギョウgyō シュウshū ショウshō ジュウjū ジョウjō
チュウchū チョウchō ヂュウjū ヂョウjō ニュウnyū ニョウnyō ヒュウhyū ヒョウhyō ビュウbyū ビョウbyō ピュウpyū ピョウpyō フィェfye ミュウmyū ミョウmyō リュウryū
リョウryō ヴィェvye`;

const romanOf: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split(/\s/)
    .map((entry) => {
      const [, kana = "", roman = ""] = /^(\P{Script=Latin}+)(.*)$/u.exec(entry) ?? [];
      return [kana, roman];
    }),
);
/** The most signs that are written together. */
const LONGEST = 3;

/** Writes the Katakana of a text in Latin letters; everything else stays. */
export function romanize(text: string): string {
  let result = "";
  for (let at = 0; at < text.length;) {
    const sign = text.charAt(at);
    const next = text.charAt(at + 1);
    if (sign === "ッ") result += doubled(next);
    else if (sign === "ン") result += nasal(next);
    else if (sign !== "ー") {
      let length = Math.min(LONGEST, text.length - at);
      while (length > 1 && !romanOf.has(text.slice(at, at + length))) length--;
      const part = text.slice(at, at + length);
      result += romanOf.get(part) ?? part;
      at += length;
      continue;
    }
    at++;
  }
  return result;
}

/** The first letter of what follows is written twice. */
function doubled(next: string): string {
  if (/[カキクケコ]/.test(next)) return "k";
  if (/[サシスセソ]/.test(next)) return "s";
  if (/[タチツテト]/.test(next)) return "t";
  return /[パピプペポ]/.test(next) ? "p" : "";
}

function nasal(next: string): string {
  if (/[バパビピブプベペボポマミムメモ]/.test(next)) return "m";
  return /[アイウエオヤユヨ]/.test(next) ? "n'" : "n";
}

/**
 * What is typed for Katakana with different input methods: `シ>si,shi`. Covers modified Hepburn, Kunrei, Nihon and
 * Wāpuro. The table of Lucene (Apache-2.0), as it stands in romaji_map.txt of JapaneseCompletionFilter.
 */
import { illegalArgument } from "../../../compat/errors.ts";

const table = `
ア>a イ>i ウ>u エ>e オ>o カ>ka キ>ki ク>ku ケ>ke コ>ko キャ>kya キュ>kyu キョ>kyo ガ>ga ギ>gi グ>gu ゲ>ge ゴ>go ギャ>gya ギュ>gyu ギョ>gyo サ>sa
シ>si,shi ス>su セ>se ソ>so シャ>sya,sha シュ>syu,shu シェ>sye,she ショ>syo,sho ザ>za ジ>zi,ji ズ>zu ゼ>ze ゾ>zo ジャ>zya,ja ジュ>zyu,ju ジェ>zye,je
ジョ>zyo,jo タ>ta チ>ti,chi ツ>tu,tsu テ>te ト>to チャ>tya,cha,cya チュ>tyu,chu,cyu チョ>tyo,cho,cyo ダ>da ヂ>di,zi,ji ヅ>du,zu デ>de ド>do
ヂャ>dya,zya,ja ヂュ>dyu,zyu,ju ヂョ>dyo,zyo,jo ナ>na ニ>ni ヌ>nu ネ>ne ノ>no ニャ>nya ニュ>nyu ニョ>nyo ハ>ha ヒ>hi フ>hu,fu ヘ>he ホ>ho ヒャ>hya
ヒュ>hyu ヒョ>hyo バ>ba ビ>bi ブ>bu ベ>be ボ>bo ビャ>bya ビュ>byu ビョ>byo パ>pa ピ>pi プ>pu ペ>pe ポ>po ピャ>pya ピュ>pyu ピョ>pyo マ>ma ミ>mi ム>mu
メ>me モ>mo ミャ>mya ミュ>myu ミョ>myo ヤ>ya ユ>yu ヨ>yo ラ>ra リ>ri ル>ru レ>re ロ>ro リャ>rya リュ>ryu リョ>ryo ワ>wa ウィ>wi ヰ>wi ウェ>we ヱ>we
ヲ>wo,o ン>n,nn クァ>kwa,kuxa クィ>kwi,kuxi クゥ>kwu,kuxu クェ>kwe,kuxe クォ>kwo,kuxo グァ>gwa,guxa グィ>gwi,guxi グゥ>gwu,guxu グェ>gwe,guxe
グォ>gwo,guxo スァ>swa,suxa スィ>swi,suxi スゥ>swu,suxu スェ>swe,suxe スォ>swo,suxo トァ>twa,toxa トィ>twi,toxi トゥ>twu,toxu トェ>twe,toxe
トォ>two,toxo ドァ>dwa,doxa ドィ>dwi ドゥ>dwu,doxu ドェ>dwe,doxe ドォ>dwo,doxo ファ>hwa,fa,huxa フィ>hwi,fi,huxi フェ>hwe,fe,huxe フォ>hwo,fo,huxo
ヴァ>va,vuxa ヴィ>vi,vuxi ヴ>vu ヴェ>ve,vuxe ヴォ>vo,vuxo テァ>tha,texa ティ>thi,texi テェ>the,texe テャ>tha,texya テュ>thu,texyu テョ>tho,texyo
フャ>fya,huxya,fuxya フュ>fyu,huxyu,fuxyu フョ>fyo,huxyo,fuxyo ヴャ>vya,vuxya ヴュ>vyu,vuxyu ヴョ>vyo,vuxyo ッカ>kka ッキ>kki ック>kku ッケ>kke
ッコ>kko ッキャ>kkya ッキュ>kkyu ッキョ>kkyo ッガ>gga ッギ>ggi ッグ>ggu ッゲ>gge ッゴ>ggo ッギャ>ggya ッギュ>ggyu ッギョ>ggyo ッサ>ssa ッシ>ssi
ッス>ssu ッセ>sse ッソ>sso ッシャ>ssya,ssha ッシュ>ssyu,sshu ッショ>ssyo,ssho ッザ>zza ッジ>zzi,jji ッズ>zzu ッゼ>zze ッゾ>zzo ッジャ>zzya,jja
ッジュ>zzyu,jju ッジョ>zzyo,jjo ッタ>tta ッチ>tti ッツ>ttu ッテ>tte ット>tto ッチャ>ttya,ccha,ccya ッチュ>ttyu,cchu,ccyu ッチョ>ttyo,ccho,ccyo
ッダ>dda ッヂ>ddi ッヅ>ddu ッデ>dde ッド>ddo ッヂャ>ddya ッヂュ>ddyu ッヂョ>ddyo ッハ>hha ッヒ>hhi ッフ>hhu,ffu ッへ>hhe ッホ>hho ッヒャ>hhya
ッヒュ>hhyu ッヒョ>hhyo ッバ>bba ッビ>bbi ッブ>bbu ッベ>bbe ッボ>bbo ッビャ>bbya ッビュ>bbyu ッビョ>bbyo ッパ>ppa ッピ>ppi ップ>ppu ッペ>ppe ッポ>ppo
ッピャ>ppya ッピュ>ppyu ッピョ>ppyo ッマ>mma ッミ>mmi ッム>mmu ッメ>mme ッモ>mmo ッミャ>mmya ッミュ>mmyu ッミョ>mmyo ッヤ>yya ッイ>yyi ッユ>yyu
ッイェ>yye ッヨ>yyo ッラ>rra ッリ>rri ッル>rru ッレ>rre ッロ>rro ッリャ>rrya ッリュ>rryu ッリョ>rryo ッワ>wwa ッウィ>wwi ッウ>wwu ッウェ>wwe ッヲ>wwo
ックァ>kkwa,kkuxa ックィ>kkwi,kkuxi ックゥ>kkwu,kkuxu ックェ>kkwe,kkuxe ックォ>kkwo,kkuxo ッグァ>ggwa,gguxa ッグィ>ggwi,gguxi ッグゥ>ggwu,gguxu
ッグェ>ggwe,gguxe ッグォ>ggwo,gguxo ッスァ>sswa,ssuxa ッスィ>sswi,ssuxi ッスゥ>sswu,ssuxu ッスェ>sswe,ssuxe ッスォ>sswo,suxo ットァ>ttwa,ttoxa
ットィ>ttwi,ttoxi ットゥ>ttwu,ttoxu ットェ>ttwe,ttoxe ットォ>ttwo,ttoxo ッドァ>ddwa,ddoxa ッドィ>ddwi,ddoxi ッドゥ>ddwu,ddoxi ッドェ>ddwe,ddoxe
ッドォ>ddwo,ddoxo ッファ>hhwa,ffa,hhuxa,ffuxa ッフィ>hhwi,ffi,hhuxi,ffuxi ッフェ>hhwe,ffe,hhuxe,ffuxe ッフォ>hhwo,ffo,hhuxo,ffuxo ッヴァ>vva,vvuxa
ッヴィ>vvi,vvuxi ッヴ>vvu ッヴェ>vve,vvuxe ッヴォ>vvo,vvuxo ッテァ>ttha,ttexa ッティ>tthi,ttexi ッテェ>tthe,ttexe ッテャ>ttha,ttexya
ッテュ>tthu,ttexyu ッテョ>ttho,ttexyo ッフャ>ffya,hhuxya,ffuxya ッフュ>ffyu,hhuxyu,ffuxyu ッフョ>ffyo,hhuxyo,ffuxyo ッヴャ>vvya,vvuxya
ッヴュ>vvyu,vvuxyu ッヴョ>vvyo,vvuxyo ァ>xa ィ>xi ゥ>xu ェ>xe ォ>xo ヵ>xka ヶ>xke ッ>xtu ャ>xya ュ>xyu ョ>xyo ッk>kk ッg>gg ッs>ss ッz>zz ッt>tt
ッd>dd ッh>hh ッb>bb ッp>pp ッm>mm ッy>yy ッr>rr ッw>ww ー>ー ・>・`;

/** Readings for which more ways to type them than this are refused: each place with two of them doubles the ways. */
const MOST_WAYS = 16_384;

const keystrokesOf: ReadonlyMap<string, readonly string[]> = new Map(
  table
    .trim()
    .split(/\s/)
    .map((entry) => {
      const [kana = "", keystrokes = ""] = entry.split(">");
      return [kana, keystrokes.split(",")];
    }),
);
const LONGEST = Math.max(...Array.from(keystrokesOf.keys(), ({ length }) => length));

/**
 * All ways to type a reading in Katakana: Lucene's KatakanaRomanizer. What stands behind the first letter that is not
 * in the table stays as it is; none when that is the first of all. Throws 400 for too many.
 */
export function waysToType(reading: string): readonly string[] {
  let ways: readonly string[] | undefined;
  let at = 0;
  while (at < reading.length) {
    const length = longestKeystroke(reading, at);
    if (length === 0) break;
    const keystrokes = keystrokesOf.get(reading.slice(at, at + length))!;
    const before: readonly string[] = ways ?? [""];
    if (before.length * keystrokes.length > MOST_WAYS) {
      throw illegalArgument(
        `[kuromoji_completion] takes readings that are typed in at most [${MOST_WAYS}] ways, [${reading}] has more`,
      );
    }
    ways = keystrokes.flatMap((keystroke) => before.map((way) => way + keystroke));
    at += length;
  }
  const rest = reading.slice(at);
  return rest === "" ? (ways ?? []) : (ways ?? []).map((way) => way + rest);
}

/** How many of the letters are typed together; 0: none. */
function longestKeystroke(reading: string, from: number): number {
  let length = Math.min(LONGEST, reading.length - from);
  while (length > 0 && !keystrokesOf.has(reading.slice(from, from + length))) length--;
  return length;
}

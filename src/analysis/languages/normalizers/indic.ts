/** First sign of each Indic script's block; the blocks are laid out alike. */
import { type NameTable, nameTable } from "../../../core/names.ts";
const blocks: NameTable<number> = nameTable({
  deva: 0x900,
  beng: 0x980,
  guru: 0xa00,
  gujr: 0xa80,
  orya: 0xb00,
  taml: 0xb80,
  telu: 0xc00,
  knda: 0xc80,
  mlym: 0xd00,
});

/**
 * Letters written as two or three signs and the sign of the whole, as places in the block of each script for which that
 * holds.
 */
const compositions = `
  05+3e+45=11/deva,gujr 05+3e+46=12/deva 05+3e+47=13/deva,gujr 05+3e+48=14/deva,gujr 05+3e=06/deva,beng,guru,gujr,orya
  05+45=72/deva 05+45=0d/gujr 05+46=04/deva 05+47=0f/gujr 05+48=10/guru,gujr 05+49=11/deva,gujr 05+4a=12/deva 05+4b=13/deva,gujr
  05+4c=14/deva,guru,gujr 06+45=11/deva,gujr 06+46=12/deva 06+47=13/deva,gujr 06+48=14/deva,gujr 07+57=08/mlym 09+41=0a/deva
  09+57=0a/taml,mlym 0e+46=10/mlym 0f+45=0d/deva 0f+46=0e/deva 0f+47=10/deva 0f+57=10/orya 12+3e=13/mlym 12+4c=14/telu,knda
  12+55=13/telu 12+57=14/taml,mlym 13+57=14/orya 15+3c=58/deva 16+3c=59/deva,guru 17+3c=5a/deva,guru 1c+3c=5b/deva,guru
  21+3c=5c/deva,beng,orya 22+3c=5d/deva,beng,orya 23+4d+zwj=7a/mlym 24+4d+zwj=4e/beng 28+3c=29/deva 28+4d+zwj=7b/mlym
  2b+3c=5e/deva,guru 2f+3c=5f/deva,beng 2c+41+41=0b/telu 30+3c=31/deva 30+4d+zwj=7c/mlym 32+4d+zwj=7d/mlym 33+3c=34/deva
  33+4d+zwj=7e/mlym 35+41=2e/telu 3e+45=49/deva,gujr 3e+46=4a/deva 3e+47=4b/deva,gujr 3e+48=4c/deva,gujr 3f+55=40/knda
  41+41=42/guru 46+3e=4a/taml,mlym 46+42+55=4b/knda 46+42=4a/knda 46+46=48/mlym 46+55=47/telu,knda 46+56=48/telu,knda
  46+57=4c/taml,mlym 47+3e=4b/beng,orya,taml,mlym 47+57=4c/beng,orya 4a+55=4b/knda 72+3f=07/guru 72+40=08/guru 72+47=0f/guru
  73+41=09/guru 73+42=0a/guru 73+4b=13/guru`;

/** Compositions by their first sign, in the order in which they are tried. */
const byFirst = new Map<string, { rest: string; whole: string }[]>();
for (const rule of compositions.trim().split(/\s+/)) {
  const [signs, put] = rule.split("=");
  const [whole, scripts] = put!.split("/");
  for (const script of scripts!.split(",")) {
    const sign = (place: string): string =>
      place === "zwj" ? "\u200d" : String.fromCharCode(blocks[script]! + Number.parseInt(place, 16));
    const [first, ...rest] = signs!.split("+").map(sign);
    byFirst.set(first!, [...(byFirst.get(first!) ?? []), { rest: rest.join(""), whole: sign(whole!) }]);
  }
}

/** One spelling of what Unicode can write in several ways in the scripts of India: Lucene's IndicNormalizer. */
export function normalizeIndic(word: string): string {
  let result = "";
  for (let index = 0; index < word.length; index++) {
    const sign = word[index]!;
    const composition = byFirst.get(sign)?.find(({ rest }) => word.startsWith(rest, index + 1));
    result += composition?.whole ?? sign;
    index += composition?.rest.length ?? 0;
  }
  return result;
}

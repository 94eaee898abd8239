import type { NumberWords } from "../number-words.ts";

/** Numbers in Hangul. */
export const koreanNumbers: NumberWords = {
  digits: new Map(Array.from("영일이삼사오육칠팔구", (sign, digit) => [sign, digit])),
  powers: new Map([
    ["십", 1],
    ["백", 2],
    ["천", 3],
    ["만", 4],
    ["억", 8],
    ["조", 12],
    ["경", 16],
    ["해", 20],
  ]),
};

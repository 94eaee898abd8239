/** Spellings of Arabic letters that differ by keyboard and habit: Lucene's ArabicNormalizer and PersianNormalizer. */
import { unitMap } from "../ending-rules.ts";

/** Tatweel and the marks of short vowels are dropped. */
export const normalizeArabic = unitMap(
  "\u0622\u0623\u0625>\u0627 \u0649>\u064a \u0629>\u0647 \u0640\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652>",
);

/** Persian yeh, kaf and heh as Arabic ones; a hamza above is dropped. */
export const normalizePersian = unitMap("\u06cc\u06d2>\u064a \u06a9>\u0643 \u06c0\u06c1>\u0647 \u0654>");

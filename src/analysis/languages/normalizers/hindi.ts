import { unitMap } from "../ending-rules.ts";

const signs = unitMap(
  "\u0901>\u0902 \u0929>\u0928 \u0931>\u0930 \u0934>\u0933 \u0958>\u0915 \u0959>\u0916 \u095a>\u0917 \u095b>\u091c \u095c>\u0921 " +
    "\u095d>\u0922 \u095e>\u092b \u095f>\u092f \u093c\u200d\u200c\u094d> \u0945\u0946\u0948>\u0947 \u0949\u094a\u094c>\u094b " +
    "\u090d\u090e\u0910>\u090f \u0911\u0912\u0914>\u0913 \u0972\u0906>\u0905 \u0908>\u0907 \u090a>\u0909 \u0960>\u090b \u0961>\u090c " +
    "\u0940>\u093f \u0942>\u0941 \u0944>\u0943 \u0963>\u0962",
);

/** Spellings of Hindi that differ by habit (Hindi CLIR in Thirty Days, 2003): Lucene's HindiNormalizer. */
export function normalizeHindi(word: string): string {
  return signs(word.replaceAll("\u0928\u094d", "\u0902"));
}

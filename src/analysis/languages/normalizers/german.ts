/** What a letter says about an `e` behind it: nothing, that it stays, or that the two are an umlaut. */
import { ownOf } from "../../../core/names.ts";
type State = "none" | "stays" | "umlaut";

/**
 * Umlauts without dots, `ß` as `ss`, `ae`, `oe`, `ue` as `a`, `o`, `u` but for `ue` behind a vowel or `q`: Lucene's
 * GermanNormalizationFilter.
 */
export function normalizeGerman(word: string): string {
  let result = "";
  let state: State = "none";
  for (const letter of word) {
    switch (letter) {
      case "a":
      case "o":
        state = "umlaut";
        break;
      case "u":
        state = state === "none" ? "umlaut" : "stays";
        break;
      case "e": {
        const dropped: boolean = state === "umlaut";
        state = "stays";
        if (dropped) continue;
        break;
      }
      case "i":
      case "q":
      case "y":
      case "ä":
      case "ö":
      case "ü":
        state = "stays";
        break;
      default:
        state = "none";
    }
    result += ownOf(plain, letter) ?? letter;
  }
  return result;
}

const plain: Readonly<Record<string, string>> = { ä: "a", ö: "o", ü: "u", ß: "ss" };

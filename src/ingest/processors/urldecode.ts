import { illegalArgument } from "../../compat/errors.ts";
import { textProcessor } from "../config/text-processor.ts";
import type { ProcessorKind } from "../processor.ts";

/** Reads texts as they stand in addresses: `a%20b+c` is `a b c`. */
export const urldecode: ProcessorKind = {
  name: "urldecode",
  create: (config) => textProcessor(config, decoded),
};

const ESCAPES = /(?:%[^%]?[^%]?)+|%/g;

function decoded(text: string): string {
  if (!text.includes("%")) return text.replaceAll("+", " ");
  return text.replaceAll("+", " ").replace(ESCAPES, (escapes) => {
    const bytes: number[] = [];
    let at = 0;
    while (at < escapes.length && escapes.charAt(at) === "%") {
      const digits = escapes.slice(at + 1, at + 3);
      if (digits.length < 2) throw illegalArgument("URLDecoder: Incomplete trailing escape (%) pattern");
      if (!/^[0-9a-fA-F]{2}$/.test(digits)) {
        const wrong = /^[0-9a-fA-F]/.test(digits) ? 1 : 0;
        throw illegalArgument(
          `URLDecoder: Illegal hex characters in escape (%) pattern - Error at index ${wrong} in: "${digits}"`,
        );
      }
      bytes.push(Number.parseInt(digits, 16));
      at += 3;
    }
    return Buffer.from(bytes).toString("utf8") + escapes.slice(at);
  });
}

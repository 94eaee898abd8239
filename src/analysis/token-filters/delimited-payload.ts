import { numberFormat } from "../../compat/body-reader.ts";
import { RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import type { TokenFilterKind } from "../component.ts";
import { mapTokens } from "../token-list.ts";

/** Splits a payload off each token (Lucene's DelimitedPayloadTokenFilter). */
export const delimitedPayload: TokenFilterKind = {
  name: "delimited_payload",
  summary: "Takes what stands behind a delimiter as the payload of a token.",

  create(parameters) {
    const delimiter = (parameters.string("delimiter") ?? "|").charAt(0);
    const encode = ownOf(encoders, parameters.string("encoding") ?? "float") ?? identity;
    const cutting = mapTokens((token) => {
      const at = token.text.indexOf(delimiter);
      return at < 0 ? token : { ...token, text: token.text.slice(0, at), payload: encode(token.text.slice(at + 1)) };
    });
    return { ...cutting, attributes: ["payload"] };
  },
};

const encoders: Readonly<Record<string, (text: string) => Uint8Array>> = {
  float(text) {
    const trimmed = text.trim();
    if (!javaFloat.test(trimmed)) throw numberFormat(trimmed === "" ? "" : text);
    const bytes = Buffer.alloc(4);
    bytes.writeFloatBE(Math.fround(Number(trimmed.replace(/[fFdD]$/, ""))));
    return bytes;
  },
  int(text) {
    if (text === "") throw unreadable("chars length is 0");
    if (text === "-") throw unreadable("can't convert to an int");
    if (!/^-?\d+$/.test(text) || Number(text) > 0x7fffffff || Number(text) < -0x80000000)
      throw unreadable("Unable to parse");
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(Number(text));
    return bytes;
  },
};

/** The syntax of Float.parseFloat, except for hexadecimal fractions. */
const javaFloat = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)$/;

function identity(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

/** The error of Lucene's ArrayUtil.parseInt. */
function unreadable(reason: string): RequestError {
  return new RequestError(400, "number_format_exception", reason);
}

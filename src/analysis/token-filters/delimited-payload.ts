import { illegalArgument, RequestError } from "../../core/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { mapTokens } from "../token-list.ts";

/** Cuts a payload off each token (Lucene's DelimitedPayloadTokenFilter). */
export const delimitedPayload: TokenFilterKind = {
  name: "delimited_payload",
  summary: "Takes what stands behind a delimiter as the payload of a token.",

  create(parameters) {
    const delimiter = (parameters.string("delimiter") ?? "|").charAt(0);
    const encode = encoders[parameters.string("encoding") ?? "float"] ?? identity;
    const cutting = mapTokens((token) => {
      const at = token.text.indexOf(delimiter);
      return at < 0 ? token : { ...token, text: token.text.slice(0, at), payload: encode(token.text.slice(at + 1)) };
    });
    return { ...cutting, attributes: ["payload"] };
  },
};

const encoders: Readonly<Record<string, (text: string) => Uint8Array>> = {
  float(text) {
    const value = Number(text.trim());
    if (text.trim() === "" || (Number.isNaN(value) && text !== "NaN")) throw numberFormat(text);
    const bytes = Buffer.alloc(4);
    bytes.writeFloatBE(Math.fround(value));
    return bytes;
  },
  int(text) {
    if (!/^[+-]?\d+$/.test(text) || Number(text) > 0x7fffffff || Number(text) < -0x80000000) throw numberFormat(text);
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(Number(text));
    return bytes;
  },
};

function identity(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

function numberFormat(text: string): Error {
  return text === "" ? illegalArgument("empty String") : new RequestError(400, "number_format_exception", `For input string: "${text}"`);
}

import type { TokenFilterKind } from "../component.ts";
import { mapTokens } from "../token-list.ts";

/** Lucene's TypeAsPayloadTokenFilter. */
export const typeAsPayload: TokenFilterKind = {
  name: "type_as_payload",
  summary: "Makes the type of each token its payload.",
  onlyByName: true,
  create: () => ({
    ...mapTokens((token) => ({ ...token, payload: Buffer.from(token.type, "utf8") })),
    attributes: ["payload"],
  }),
};

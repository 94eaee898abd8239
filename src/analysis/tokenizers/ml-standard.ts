import type { TokenizerKind } from "../component.ts";
import { logTokenizer } from "../log-tokens.ts";

/** A URL, a path of Windows or of Unix as a whole; else letters, digits, underscores, hyphens and dots. */
const candidates =
  /(?:[a-z][\w+.-]*:\/\/|[a-z]:\\|(?<![\p{L}\p{M}\p{N}_.-])\/)[^\s"'`<>()[\]{},;|=]+|[\p{L}\p{M}\p{N}_.-]+/giu;

/** The tokens by which log messages are put into categories, by the description in the reference of Elasticsearch. */
export const mlStandard: TokenizerKind = {
  name: "ml_standard",
  summary: "Words, URLs and paths of log messages, without numbers, dates and addresses.",
  create: () => logTokenizer(candidates, "/"),
};

/**
 * Parts of speech of Korean: the tags of the Sejong corpus with all endings and all particles as one (Lucene's
 * POS.Tag).
 */
import { illegalArgument } from "../../../compat/errors.ts";

const tags = new Set(
  "E IC J MAG MAJ MM NNG NNP NNB NNBC NP NR SF SH SL SN SP SSC SSO SC SY SE VA VCN VCP VV VX XPN XR XSA XSN XSV UNKNOWN UNA NA VSV".split(
    " ",
  ),
);

/** Lucene's KoreanPartOfSpeechStopFilter.DEFAULT_STOP_TAGS. */
export const koreanStopTags: readonly string[] = "E IC J MAG MAJ MM SP SSC SSO SC SE XPN XSA XSN XSV UNA NA VSV".split(
  " ",
);

/** The tag that a tag of the dictionary (`JKS`, `EC`, `NNG`) counts as. */
export function koreanTag(name: string): string {
  const upper = name.toUpperCase();
  if (upper.startsWith("J")) return "J";
  return upper.startsWith("E") ? "E" : upper;
}

/** As `koreanTag` for tags that a user wrote: throws 400 for what is none. */
export function checkedKoreanTag(name: string): string {
  const tag = koreanTag(name);
  if (!tags.has(tag)) throw illegalArgument(`No enum constant org.apache.lucene.analysis.ko.POS.Tag.${tag}`);
  return tag;
}

/** Explanations of scores, and the sentences that they become. */
import { count } from "./format.ts";

export interface Explanation {
  readonly value: number;
  readonly description: string;
  readonly details: readonly Explanation[];
}

export interface Sentence {
  readonly title: string;
  readonly note: string;
  /** What it is made of; none where the note says it. */
  readonly parts: readonly Explanation[];
}

/** `weight(name:jose in 12) [PerFieldSimilarity], result of:` */
const WEIGHT = /^weight\((?:Synonym\()?(.+?):(.+?)\)? in \d+\)/;

/** Says of an explanation what it is; one that is not known is told as it came. */
export function sentenceOf(explanation: Explanation): Sentence {
  const { description, details } = explanation;
  if (description.startsWith("match on required clause")) {
    const filter = details.at(-1);
    const title = filter === undefined ? "a filter" : sentenceOf(filter).title;
    return { title, note: "a filter: no part in the score", parts: [] };
  }
  const weight = WEIGHT.exec(description);
  if (weight) return { title: `${weight[2]} in ${weight[1]}`, note: noteOf(explanation), parts: [] };
  const constant = /^ConstantScore\((.*)\)/.exec(description);
  if (constant) return { title: `${constant[1]}: the same for all`, note: "", parts: [] };
  if (description === "*:*") return { title: "every document, the same for all", note: "", parts: [] };
  const title = description.replace(/,? (?:sum|max|product|result) of:$/, "").replace(/^(?:sum|max) of:$/, "together");
  return { title, note: "", parts: details };
}

function noteOf(explanation: Explanation): string {
  const score = explanation.details[0];
  const factor = (from: Explanation | undefined, name: string): Explanation | undefined =>
    from?.details.find(({ description }) => description.startsWith(name));
  const idf = factor(score, "idf");
  const frequency = factor(score, "tf");
  const boost = factor(score, "boost");
  const holding = factor(idf, "n,")?.value;
  const all = factor(idf, "N,")?.value;
  const words = factor(frequency, "dl")?.value;
  const usual = factor(frequency, "avgdl")?.value;
  const rare = idf
    ? `rarity ${idf.value.toFixed(2)}${holding === undefined || all === undefined ? "" : ` (in ${count(holding)} of ${count(all)})`}`
    : undefined;
  const often = frequency
    ? `frequency ${frequency.value.toFixed(2)}${words === undefined || usual === undefined ? "" : ` (${count(words)} ${words === 1 ? "word" : "words"}, ${usual.toFixed(1)} on average)`}`
    : undefined;
  const heavy = boost ? `weight ${boost.value.toFixed(1)}` : undefined;
  return [rare, often, heavy].filter((one) => one !== undefined).join(" × ");
}

/** The parts that a score is the sum of. */
export function partsOf(explanation: Explanation): readonly Explanation[] {
  const { description, details } = explanation;
  if (details.length > 0 && /^(sum|max) of:$/.test(description)) return details;
  return [explanation];
}

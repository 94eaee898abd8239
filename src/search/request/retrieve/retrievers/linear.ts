/** `linear`: the weighted sum of the scores that several retrievers give, normalised or as they are. */
import { illegalArgument } from "../../../../compat/errors.ts";
import { isJsonObject } from "../../../../core/json.ts";
import { addedUp } from "../added-up.ts";
import { DEFAULT_WINDOW, RetrieverBody } from "../read-retriever.ts";
import type { RankedHit, Retriever, RetrieverContext, RetrieverKind } from "../retriever.ts";

/** Scores that differ by less are equal. */
const EPSILON = 1e-6;

type Normalizer = (scores: readonly number[]) => readonly number[];

const normalizers: ReadonlyMap<string, Normalizer> = new Map([
  ["none", (scores) => scores],
  [
    "minmax",
    (scores) => {
      const least = Math.min(...scores);
      const most = Math.max(...scores);
      if (most - least < EPSILON) return scores.map(() => least);
      return scores.map((score) => Math.fround(Math.fround(score - least) / Math.fround(most - least)));
    },
  ],
  [
    "l2_norm",
    (scores) => {
      const norm = Math.fround(Math.sqrt(scores.reduce((sum, score) => Math.fround(sum + score * score), 0)));
      return norm < EPSILON ? scores : scores.map((score) => Math.fround(score / norm));
    },
  ],
]);

interface Part {
  readonly retriever: Retriever;
  readonly weight: number;
  readonly normalize: Normalizer;
}

export const linear: RetrieverKind = {
  name: "linear",
  compound: true,
  parse(request, context) {
    const read = new RetrieverBody("linear", request);
    read.only(["retrievers", "rank_window_size"]);
    const parts = read.required("retrievers", read.list("retrievers")).map((item) => {
      if (!isJsonObject(item)) throw read.wrongType("retrievers", item);
      return read.within("retrievers", () => readPart(new RetrieverBody("linear", request.within(item)), context));
    });
    const window = read.integer("rank_window_size") ?? DEFAULT_WINDOW;
    if (window < 1) throw illegalArgument("[rank_window_size] must be greater than or equal to [1] for [linear]");
    return {
      ...read.head(),
      children: parts.map(({ retriever }) => retriever),
      windowName: "rank_window_size",
      window,
      merge: (lists) => addedUp(lists.map((list, place) => weighted(list, parts[place]!))),
    };
  },
};

function readPart(read: RetrieverBody, context: RetrieverContext): Part {
  for (const key of Object.keys(read.request.body))
    if (!["retriever", "weight", "normalizer"].includes(key))
      throw read.request.contentError(
        read.request.places.key(read.request.body, key),
        `[linear] unknown field [${key}]`,
      );
  const retriever = read.required("retriever", read.object("retriever"));
  const weight = read.number("weight") ?? 1;
  if (weight < 0) throw illegalArgument("[weight] must be non-negative");
  const name = read.text("normalizer") ?? "none";
  const normalize = normalizers.get(name);
  if (!normalize) throw illegalArgument(`Unknown normalizer [${name}]`);
  return { retriever: context.retriever(read.request, retriever), weight: Math.fround(weight), normalize };
}

function weighted(list: readonly RankedHit[], { weight, normalize }: Part): RankedHit[] {
  const scores = normalize(list.map(({ score }) => score));
  return list.map((each, place) => ({ ...each, score: Math.fround(weight * scores[place]!) }));
}

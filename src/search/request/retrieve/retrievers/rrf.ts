/** `rrf`: reciprocal rank fusion, the sum of 1 / (rank_constant + rank) over what several retrievers find. */
import { illegalArgument } from "../../../../compat/errors.ts";
import { isJsonObject } from "../../../../core/json.ts";
import { DEFAULT_WINDOW, RetrieverBody } from "../read-retriever.ts";
import type { CompoundRetriever, RankedHit, Retriever, RetrieverKind } from "../retriever.ts";
import { addedUp } from "../added-up.ts";

const DEFAULT_RANK_CONSTANT = 60;

export const rrf: RetrieverKind = {
  name: "rrf",
  compound: true,
  parse(request, context) {
    const read = new RetrieverBody("rrf", request);
    read.only(["retrievers", "rank_window_size", "rank_constant"]);
    const list = read.required("retrievers", read.list("retrievers"));
    const children = list.map((item) => {
      if (!isJsonObject(item)) throw read.wrongType("retrievers", item);
      return read.within("retrievers", () => context.retriever(request, item));
    });
    const options = fusionOptions(read);
    return { ...read.head(), ...fused(children, options) };
  },
};

/** What ranks are fused with. */
export interface FusionOptions {
  readonly window: number;
  readonly rankConstant: number;
}

/** Reads `rank_window_size` and `rank_constant`. */
export function fusionOptions(read: RetrieverBody): FusionOptions {
  const window = read.integer("rank_window_size") ?? DEFAULT_WINDOW;
  const rankConstant = read.integer("rank_constant") ?? DEFAULT_RANK_CONSTANT;
  if (window < 1) throw illegalArgument("[rank_window_size] must be greater than or equal to [1] for [rrf]");
  if (rankConstant < 1) throw illegalArgument("[rank_constant] must be greater or equal to [1] for [rrf]");
  return { window, rankConstant };
}

/** The fusion of what children find. */
export function fused(
  children: readonly Retriever[],
  { window, rankConstant }: FusionOptions,
): Pick<CompoundRetriever, "children" | "window" | "windowName" | "merge"> {
  return {
    children,
    windowName: "rank_window_size",
    window,
    merge: (lists) =>
      addedUp(
        lists.map((list): RankedHit[] =>
          list.map((each, place) => ({ ...each, score: Math.fround(1 / (rankConstant + place + 1)) })),
        ),
      ),
  };
}

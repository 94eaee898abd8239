/** `rescorer`: scores the best of another retriever again. */
import { isJsonObject } from "../../../../core/json.ts";
import { parseRescore } from "../../../../hits/rescore/parse-rescore.ts";
import type { SearchRequest } from "../../search-request.ts";
import { RetrieverBody } from "../read-retriever.ts";
import type { RetrieverKind } from "../retriever.ts";

export const rescorer: RetrieverKind = {
  name: "rescorer",
  compound: true,
  parse(request, context) {
    const read = new RetrieverBody("rescorer", request);
    read.only(["retriever", "rescore"]);
    const inner = read.required("retriever", read.object("retriever"));
    const value = read.required("rescore", read.json("rescore"));
    if (!isJsonObject(value) && !Array.isArray(value)) throw read.wrongType("rescore", value);
    const rescore = read.within("rescore", () => parseRescore(request, value));
    const again = (asked: SearchRequest): void => void (asked.rescore = rescore);
    return {
      ...read.head(),
      children: [read.within("retriever", () => context.retriever(request, inner))],
      windowName: "window_size",
      window: Math.min(...rescore.map(({ windowSize }) => windowSize)),
      change: again,
      again,
      merge: ([list = []]) => list,
    };
  },
};

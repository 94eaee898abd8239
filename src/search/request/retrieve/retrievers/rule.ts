/** `rule`: puts documents before those of another retriever, or leaves some out, by rules that the search fulfils. */
import { illegalArgument } from "../../../../compat/errors.ts";
import { valueText } from "../../../../compat/value-text.ts";
import type { Json } from "../../../../core/json.ts";
import type { SortSpec } from "../../../../hits/sort/sort-spec.ts";
import { checkedCriteria } from "../../../../query/pinned/read-rule-query.ts";
import { DEFAULT_WINDOW, RetrieverBody } from "../read-retriever.ts";
import type { RetrieverKind } from "../retriever.ts";

const REQUIRED = ["ruleset_ids", "match_criteria", "retriever"] as const;

export const rule: RetrieverKind = {
  name: "rule",
  compound: true,
  parse(request, context) {
    const read = new RetrieverBody("rule", request);
    read.only([...REQUIRED, "rank_window_size"]);
    const missing = REQUIRED.filter((name) => read.json(name) === undefined);
    if (missing.length > 0) throw illegalArgument(`Required [${missing.join(", ")}]`);
    const rulesets = rulesetsOf(read);
    const criteria = read.object("match_criteria") ?? {};
    const inner = read.object("retriever") ?? {};
    const around = (organic: Json): Json => {
      checkedCriteria(rulesets, criteria);
      return { rule: { organic, match_criteria: criteria, ruleset_ids: [...rulesets] } };
    };
    return {
      ...read.head(),
      children: [read.within("retriever", () => context.retriever(request, inner))],
      windowName: "rank_window_size",
      window: read.integer("rank_window_size") ?? DEFAULT_WINDOW,
      around,
      change(asked) {
        const [first] = asked.sort;
        if (first && first.kind !== "score")
          throw illegalArgument(`[rule] retriever only supports sort by score, got: ${shown(asked.sort)}`);
        if (asked.query === undefined) throw illegalArgument("organicQuery must not be null");
        asked.query = around(asked.query);
      },
      merge: ([list = []]) => list,
    };
  },
};

/** One or several names. */
function rulesetsOf(read: RetrieverBody): readonly string[] {
  const one = read.json("ruleset_ids");
  return typeof one === "string" ? [one] : (read.list("ruleset_ids") ?? []).map(valueText);
}

/** Sorts as Elasticsearch writes them: what they sort by, and how. */
function shown(sort: readonly SortSpec[]): string {
  const texts = sort.map((spec) => {
    const name = spec.kind === "field" ? spec.field : `_${spec.kind}`;
    return JSON.stringify({ [name]: { order: spec.order } }, undefined, 2).replaceAll('":', '" :');
  });
  return `[${texts.join(", ")}]`;
}

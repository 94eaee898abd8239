/** Lists of metrics in a path (`/_stats/docs,store`). */
import { commaList } from "../../core/comma-list.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { illegalArgument } from "../../compat/errors.ts";

/** The metrics asked for; undefined: all (`_all` or none given). Throws 400 naming those that are not known. */
export function chosenMetrics(
  text: string | undefined,
  known: readonly string[],
  path: string,
  kind = "metric",
): Set<string> | undefined {
  const metrics = commaList(text ?? "");
  if (metrics.length === 0 || (metrics.length === 1 && metrics[0] === "_all")) return undefined;
  if (metrics.includes("_all"))
    throw illegalArgument(
      `request [${path}] contains _all and individual ${kind === "target" ? kind : `${kind}s`} [${text}]`,
    );
  const unknown = [...new Set(metrics.filter((metric) => !known.includes(metric)))].sort();
  if (unknown.length === 0) return new Set(metrics);
  const named = unknown.map((metric) => {
    const hint = didYouMean(metric, known);
    return `[${metric}]${hint === "" ? "" : ` ->${hint}`}`;
  });
  throw illegalArgument(
    `request [${path}] contains unrecognized ${kind}${unknown.length > 1 ? "s" : ""}: ${named.join(", ")}`,
  );
}

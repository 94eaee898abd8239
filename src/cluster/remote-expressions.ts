/** Index expressions that name indices of other clusters: `remote:index`, `*:index`, `-remote:*`. */
import { commaList } from "../core/comma-list.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { isRemoteName } from "../compat/remote-name.ts";
import { simpleMatch } from "../compat/wildcard.ts";

/** What an expression names, cluster by cluster. */
export interface SplitExpression {
  /** What is named here, empty: everything; undefined: nothing here is meant. */
  readonly local: string | undefined;
  /** By alias, in the order of these. */
  readonly remote: ReadonlyMap<string, string>;
}

/** Whether any part of an expression names indices of another cluster. */
export function namesRemotes(expression: string | undefined): boolean {
  return expression !== undefined && expression.includes(":") && partsOf(expression).some(isRemoteName);
}

/**
 * Takes an expression apart; undefined where it names nothing elsewhere. Throws 404 for an alias that is not there, and
 * 400 for exclusions that mean nothing.
 */
export function splitExpression(
  expression: string | undefined,
  aliases: () => readonly string[],
): SplitExpression | undefined {
  if (expression === undefined || !namesRemotes(expression)) return undefined;
  const known = aliases();
  const local: string[] = [];
  const remote = new Map<string, string[]>();
  const excluded = new Set<string>();
  for (const part of partsOf(expression)) {
    if (part.startsWith(":")) throw illegalArgument(`index name [${part}] is invalid because the remote part is empty`);
    if (!isRemoteName(part)) {
      local.push(part);
      continue;
    }
    const colon = part.indexOf(":");
    const isExclusion = part.startsWith("-");
    const cluster = part.slice(isExclusion ? 1 : 0, colon);
    const index = part.slice(colon + 1);
    const matching = matchingAliases(cluster, known);
    if (isExclusion) {
      if (index !== "*")
        throw illegalArgument(
          `To exclude a cluster you must specify the '*' wildcard for the index expression, but found: [${index}]`,
        );
      for (const alias of matching) excluded.add(alias);
    } else
      for (const alias of matching) {
        const there = remote.get(alias);
        if (there) there.push(index);
        else remote.set(alias, [index]);
      }
  }
  checkExclusions(excluded, { remote, hasLocal: local.length > 0, expression });
  for (const alias of excluded) remote.delete(alias);
  if (excluded.size > 0 && remote.size === 0 && local.length === 0)
    throw illegalArgument(
      `The '-' exclusions in the index expression list excludes all indexes. Nothing to search. Input: [${partsOf(expression).join(",")}]`,
    );
  const sorted = [...remote].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    // Patterns that match no cluster leave a request that names nothing.
    local: local.length > 0 || remote.size === 0 ? local.join(",") : undefined,
    remote: new Map(sorted.map(([alias, indices]) => [alias, indices.join(",")])),
  };
}

function matchingAliases(cluster: string, known: readonly string[]): readonly string[] {
  if (known.includes(cluster)) return [cluster];
  if (!cluster.includes("*"))
    throw new RequestError(404, "no_such_remote_cluster_exception", `no such remote cluster: [${cluster}]`);
  return known.filter((alias) => simpleMatch(cluster, alias));
}

function checkExclusions(
  excluded: ReadonlySet<string>,
  {
    remote,
    hasLocal,
    expression,
  }: { readonly remote: ReadonlyMap<string, unknown>; readonly hasLocal: boolean; readonly expression: string },
): void {
  const missing = [...excluded].filter((alias) => !remote.has(alias)).sort();
  if (missing.length === 0) return;
  const included = [...(hasLocal ? ["(local)"] : []), ...remote.keys()];
  throw illegalArgument(
    `Attempt to exclude cluster${missing.length > 1 ? "s" : ""} [${missing.join(", ")}] failed as ${missing.length > 1 ? "they are" : "it is"} not included in the list of clusters to be included: [${included.join(", ")}]. Input: [${partsOf(expression).join(",")}]`,
  );
}

function partsOf(expression: string): string[] {
  return commaList(expression);
}

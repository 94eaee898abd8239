/** What an expression names: indices, aliases and data streams, for `indices.resolve_index`. */
import { dataStreams, ownAliases, streamAliases, streamOf } from "../../cluster/data-streams/data-stream.ts";
import type { IndexOptions } from "../../cluster/cluster-service.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { listParameter } from "../../http/parameters.ts";
import { ALL_DESCRIBED_INDICES, DESCRIBED_INDICES, EVERY_INDEX, indexOptions } from "../targets/index-options.ts";
import type { Services, OperationRequest } from "../operation.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

/** The action by which a cluster is asked. */
export const RESOLVE_ACTION = "indices:admin/resolve/index";

const PRIVILEGES = ["view_index_metadata", "read"];
const MODES = ["standard", "time_series", "logsdb", "lookup"];

/** What is named, each by a `name`. */
export interface ResolvedNames {
  readonly indices: readonly Named[];
  readonly aliases: readonly Named[];
  readonly data_streams: readonly Named[];
}

/** Something with a name, as it is shown. */
export interface Named {
  readonly name: string;
}

/** Who asks, with the parameters of the request. */
export type Asking = Pick<OperationRequest, "principal" | "parameters">;

/** What an expression names here. */
export function resolvedHere(request: Asking, services: Services, expression: string): ResolvedNames {
  const { parameters } = request;
  const modes = listParameter(parameters, "mode");
  const unknown = modes?.find((mode) => !MODES.includes(mode));
  if (unknown !== undefined)
    throw illegalArgument(`[${unknown}] is an invalid index mode, valid modes are: [${MODES.join(", ")}]`);
  const options = indexOptions(parameters, DESCRIBED_INDICES);
  const indices = visibleIndices(services, request.principal, expression, options, ...PRIVILEGES)
    .filter(({ aliases }) => aliases === undefined)
    .map(({ metadata }) => metadata)
    .filter(({ settings }) => modes?.includes(String(settings["index.mode"] ?? "standard")) ?? true);
  return {
    indices: indices.sort(byName).map(shownIndex),
    aliases: namedAliases(request, services, options, expression),
    data_streams: namedStreams(request, services, options, expression),
  };
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : 1;
}

function shownIndex({
  name,
  aliases,
  settings,
  state,
  system,
}: IndexMetadata): Named & Readonly<Record<string, unknown>> {
  const attributes = [
    ...(settings["index.hidden"] === "true" ? ["hidden"] : []),
    state === "open" ? "open" : "closed",
    ...(system ? ["system"] : []),
  ];
  const names = Object.keys(ownAliases({ aliases })).sort();
  const stream = streamOf({ aliases });
  return {
    name,
    ...(names.length > 0 ? { aliases: names } : {}),
    attributes,
    ...(stream === undefined ? {} : { data_stream: stream }),
  };
}

/** Aliases by name, whatever the state of their indices. */
function namedAliases(request: Asking, services: Services, options: IndexOptions, expression: string): Named[] {
  const aliases = new Map<string, string[]>();
  const visible = visibleIndices(
    services,
    request.principal,
    "*",
    { ...EVERY_INDEX, ...ALL_DESCRIBED_INDICES, expandHidden: true },
    ...PRIVILEGES,
  );
  for (const { metadata } of visible) {
    for (const [alias, { is_hidden: hidden }] of streamAliases(metadata)) {
      if (isNamed(expression, alias, hidden !== true || options.expandHidden))
        aliases.set(alias, [...(aliases.get(alias) ?? []), metadata.name]);
    }
  }
  return [...aliases].map(([name, indices]) => ({ name, indices: indices.sort() })).sort(byName);
}

/** Data streams by name, as far as the caller may know of one of their indices. */
function namedStreams(request: Asking, services: Services, options: IndexOptions, expression: string): Named[] {
  const visible = visibleIndices(
    services,
    request.principal,
    "*",
    { ...EVERY_INDEX, ...ALL_DESCRIBED_INDICES, expandHidden: true },
    ...PRIVILEGES,
  );
  const known = new Set(visible.map(({ metadata }) => streamOf(metadata)));
  return dataStreams(services.cluster.state)
    .filter(({ name, hidden }) => known.has(name) && isNamed(expression, name, !hidden || options.expandHidden))
    .sort(byName)
    .map(({ name, indices }) => ({ name, backing_indices: [...indices], timestamp_field: "@timestamp" }));
}

/** Whether an expression names an alias; `visible`: patterns reach it. */
function isNamed(expression: string, alias: string, visible: boolean): boolean {
  let named = false;
  let wildcardSeen = false;
  for (const part of expression.split(",").map((text) => text.trim())) {
    if (part.startsWith("-") && wildcardSeen) {
      if (simpleMatch(part.slice(1), alias)) named = false;
      continue;
    }
    const pattern = part === "_all" ? "*" : part;
    if (pattern.includes("*")) wildcardSeen = true;
    if (pattern === alias || (visible && simpleMatch(pattern, alias))) named = true;
  }
  return named;
}

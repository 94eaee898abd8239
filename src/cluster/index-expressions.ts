/**
 * Index expressions: `a,b*,-c`, `_all`, date maths (`IndexNameExpressionResolver`). Pure: indices are computed from the
 * state.
 */
import { commaList } from "../core/comma-list.ts";
import { RequestError, illegalArgument } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";
import { isRemoteName } from "../compat/remote-name.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import type { IndexOptions, ResolvedIndex } from "./cluster-service.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";
import { noIndexOfStream } from "./data-streams/data-stream.ts";
import { resolveDateMath } from "./date-math-names.ts";
import { invalidIndexName } from "./index-names.ts";
import { aliasTargets } from "./index-table.ts";

/** 404 `index_not_found_exception`. */
export function indexNotFound(name: string, more = "", resource = true): RequestError {
  return new RequestError(404, "index_not_found_exception", `no such index [${name}]${more}`, {
    details: {
      ...(resource ? { "resource.type": "index_or_alias", "resource.id": name } : {}),
      index_uuid: "_na_",
      index: name,
    },
  });
}

/** 400 `index_closed_exception`. */
export function indexClosed(index: IndexMetadata): RequestError {
  return new RequestError(400, "index_closed_exception", "closed", {
    details: { index_uuid: index.uuid, index: index.name },
  });
}

/** Collects the indices that the parts of an expression name. */
class Selection {
  readonly #state: ClusterState;
  readonly #options: IndexOptions;
  /** Aliases through which an index was found; null: by its own name. */
  readonly #found = new Map<string, Set<string> | null>();

  constructor(state: ClusterState, options: IndexOptions) {
    this.#state = state;
    this.#options = options;
  }

  addIndex(name: string): void {
    this.#found.set(name, null);
  }

  addByAlias(name: string, alias: string): void {
    const known = this.#found.get(name);
    if (known === null) return;
    if (known) known.add(alias);
    else this.#found.set(name, new Set([alias]));
  }

  /** Adds everything that a wildcard matches; returns whether anything did. */
  addMatching(pattern: string): boolean {
    let any = false;
    for (const index of Object.values(this.#state.indices)) {
      if (!this.#expands(index)) continue;
      if (this.#matches(pattern, index.name, isHidden(index))) {
        this.addIndex(index.name);
        any = true;
      }
      for (const [alias, metadata] of Object.entries(index.aliases)) {
        if (!this.#options.allowAliases && metadata.is_data_stream !== true) continue;
        if (metadata.is_data_stream === true && this.#options.forbidDataStreams === true) continue;
        if (this.#matches(pattern, alias, metadata.is_hidden === true)) {
          this.addByAlias(index.name, alias);
          any = true;
        }
      }
    }
    return any;
  }

  /** A name excludes the index of this name, and an alias of this name as a way to its indices. */
  removeNamed(name: string): void {
    for (const [index, aliases] of [...this.#found]) {
      if (aliases === null ? index === name : aliases.delete(name) && aliases.size === 0) this.#found.delete(index);
    }
  }

  removeMatching(pattern: string): void {
    for (const name of [...this.#found.keys()]) {
      const index = ownOf(this.#state.indices, name);
      const byAlias = index && Object.keys(index.aliases).some((alias) => simpleMatch(pattern, alias));
      if (simpleMatch(pattern, name) || byAlias) this.#found.delete(name);
    }
  }

  result(): ResolvedIndex[] {
    const resolved: ResolvedIndex[] = [];
    for (const [name, aliases] of this.#found) {
      const metadata = ownOf(this.#state.indices, name);
      if (metadata) resolved.push({ metadata, aliases: aliases ? [...aliases] : undefined });
    }
    return resolved;
  }

  #expands(index: IndexMetadata): boolean {
    return index.state === "open" ? this.#options.expandOpen : this.#options.expandClosed;
  }

  #matches(pattern: string, name: string, hidden: boolean): boolean {
    return (
      simpleMatch(pattern, name) && this.#visible(name, hidden, pattern) && (this.#options.mayExpandTo?.(name) ?? true)
    );
  }

  // As in Elasticsearch, a pattern that begins with a dot matches hidden names that do so too.
  #visible(name: string, hidden: boolean, pattern: string): boolean {
    return !hidden || this.#options.expandHidden || (pattern.startsWith(".") && name.startsWith("."));
  }
}

function isHidden(index: IndexMetadata): boolean {
  return index.system || index.settings["index.hidden"] === "true";
}

/** Names of indices elsewhere mean nothing to who looks here alone. */
function refuseRemotes(parts: string[], { ignoreUnavailable }: IndexOptions): void {
  const remote = parts.filter(isRemoteName);
  if (remote.length === 0) return;
  if (!ignoreUnavailable)
    throw illegalArgument(
      `Cross-cluster calls are not supported in this context but remote indices were requested: [${remote.join(", ")}]`,
    );
  const local = parts.filter((part) => !remote.includes(part));
  parts.splice(0, parts.length, ...local);
}

/** Concrete indices that an expression names, in order of first mention, without duplicates. */
export function resolveIndices(
  state: ClusterState,
  expression: string | undefined,
  options: IndexOptions,
  nowMs: number,
): ResolvedIndex[] {
  const parts = commaList(expression ?? "");
  if (parts.length === 0 || (parts.length === 1 && parts[0] === "_all")) parts.splice(0, parts.length, "*");
  refuseRemotes(parts, options);
  const selection = new Selection(state, options);
  let wildcardSeen = false;
  for (const raw of parts) {
    const excluded = raw.startsWith("-") && wildcardSeen;
    const part = resolveDateMath(excluded ? raw.slice(1) : raw, nowMs);
    if (excluded) {
      if (part.includes("*")) selection.removeMatching(part);
      else selection.removeNamed(part);
    } else if ((part.includes("*") && expands(options)) || part === "_all") {
      wildcardSeen = true;
      const any = selection.addMatching(part === "_all" ? "*" : part);
      if (!any && !options.allowNoIndices) throw indexNotFound(raw);
    } else {
      addName(state, part, options, selection);
    }
  }
  const result = selection.result();
  if (result.length === 0 && !options.allowNoIndices) throw nothingFound(parts);
  return options.forbidClosed ? openOnly(result, options) : result;
}

/** Whether patterns are expanded; otherwise they are treated as names. */
function expands({ expandOpen, expandClosed, expandHidden }: IndexOptions): boolean {
  return expandOpen || expandClosed || expandHidden;
}

/** The 404 for an expression that names nothing. */
function nothingFound(parts: readonly string[]): RequestError {
  if (parts.length === 1) return indexNotFound(parts[0] === "*" ? "_all" : (parts[0] ?? "_all"));
  return new RequestError(404, "index_not_found_exception", "no such index [null]", {
    details: { "resource.type": "index_expression", "resource.id": parts },
  });
}

function addName(state: ClusterState, name: string, options: IndexOptions, selection: Selection): void {
  if (name.startsWith("_")) throw invalidIndexName(name, "must not start with '_'.");
  const index = ownOf(state.indices, name);
  if (index) return selection.addIndex(name);
  const targets = aliasTargets(state, name);
  const isStream = ownOf(targets[0]?.aliases, name)?.is_data_stream === true;
  if (isStream && options.forbidDataStreams === true) {
    if (options.ignoreUnavailable) return;
    throw noIndexOfStream(name);
  }
  if (targets.length > 0 && !options.allowAliases && !isStream) {
    if (options.ignoreUnavailable) return;
    throw illegalArgument(
      `The provided expression [${name}] matches an alias, specify the corresponding concrete indices instead.`,
    );
  }
  if (targets.length === 0) {
    if (options.ignoreUnavailable) return;
    const hint = name.startsWith("-")
      ? " and if you intended to exclude this index, ensure that you use wildcards that include it before explicitly excluding it"
      : "";
    throw indexNotFound(name, hint);
  }
  if (targets.length > 1 && !options.allowAliasesToMany) {
    const names = targets.map((target) => target.name).join(", ");
    throw illegalArgument(
      `alias [${name}] has more than one index associated with it [${names}], can't execute a single index op`,
    );
  }
  for (const target of targets) selection.addByAlias(target.name, name);
}

function openOnly(resolved: ResolvedIndex[], options: IndexOptions): ResolvedIndex[] {
  const closed = resolved.find(({ metadata }) => metadata.state === "close");
  if (closed && !options.ignoreUnavailable) throw indexClosed(closed.metadata);
  return resolved.filter(({ metadata }) => metadata.state === "open");
}

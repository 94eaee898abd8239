/** `indices.update_aliases`: adds and removes aliases, and indices in their favour, all at once. */
import { deleteIndices } from "../../cluster/changes/delete-indices.ts";
import { type AliasChange, updateAliases as updateAliasesChange } from "../../cluster/changes/update-aliases.ts";
import { changeSource } from "../audit/change-source.ts";
import { streamAliases } from "../../cluster/data-streams/data-stream.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";
import { checkAliasFilter } from "../targets/alias-filter.ts";
import { type AliasAction, parseAliasActions } from "../targets/alias-actions.ts";
import { DESCRIBED_INDICES, REMOVED_INDICES } from "../targets/index-options.ts";
import { checkOwnAliases } from "../../replication/follower-record.ts";
import type { Services, Operation, OperationRequest } from "../operation.ts";
import { refuseNewAliases } from "../targets/document-level-security.ts";
import { bodyText, objectOf, parseFailure } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import { aliasesMissing } from "./delete-alias.ts";

/** What one action comes to. */
interface Outcome {
  readonly action: AliasAction;
  readonly indices: readonly string[];
  readonly changes: readonly AliasChange[];
  readonly missing: boolean;
}

export const updateAliases: Operation = {
  name: "indices.update_aliases",
  actions: ["indices:admin/aliases"],
  audit: "told",

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const text = await bodyText(request);
    if (text.trim() === "") throw parseFailure("request body is required");
    const actions = parseAliasActions(objectOf(parseJson(text)), text);
    if (actions.length === 0) throw illegalArgument("No action specified");
    const outcomes = actions.map((action) => outcomeOf(action, request, services));
    const required = outcomes.find(({ action, missing }) => missing && action.mustExist === true);
    const done = outcomes.some(({ action, missing }) => !missing || action.kind !== "remove");
    const failed = required ?? (done ? undefined : outcomes.find(({ missing }) => missing));
    if (failed) throw aliasesMissing(failed.action.aliases);
    checkIndexBlocks(
      outcomes.flatMap(({ indices }) => indices).flatMap((name) => ownOf(services.cluster.state.indices, name) ?? []),
      "metadata_write",
    );
    checkOwnAliases(
      services.cluster.state,
      outcomes
        .flatMap(({ changes }) => changes)
        .flatMap(({ index }) => ownOf(services.cluster.state.indices, index) ?? []),
    );
    await checkFilters(outcomes, services);
    const removed = outcomes.flatMap(({ action, indices }) => (action.kind === "remove_index" ? indices : []));
    const changes = outcomes.flatMap((outcome) => outcome.changes);
    const steps = removed.length > 0 ? [deleteIndices(removed)] : [];
    await services.cluster.apply(changeSource(updateAliases.name, request), ...steps, updateAliasesChange(changes));
    const errors = outcomes.some(({ missing }) => missing);
    return {
      status: 200,
      body: { acknowledged: true, errors, ...(errors ? { action_results: outcomes.map(resultOf) } : {}) },
    };
  },
};

async function checkFilters(outcomes: readonly Outcome[], services: Services): Promise<void> {
  for (const { action, indices } of outcomes) {
    if (action.kind !== "add") continue;
    const metadata = indices.flatMap((name) => ownOf(services.cluster.state.indices, name) ?? []);
    await checkAliasFilter(services, action.aliases[0] ?? "", action.metadata.filter, metadata);
  }
}

function outcomeOf(action: AliasAction, request: OperationRequest, services: Services): Outcome {
  const expression = action.indices.join(",");
  services.authorizeIndices(request.principal, "indices:admin/aliases", [...action.indices, ...action.aliases]);
  const options =
    action.kind === "remove_index"
      ? { ...REMOVED_INDICES, ignoreUnavailable: action.mustExist === false }
      : { ...DESCRIBED_INDICES, allowNoIndices: false, allowAliases: action.kind === "remove" };
  const resolved = visibleIndices(services, request.principal, expression, options, "manage").map(
    ({ metadata }) => metadata,
  );
  const indices = resolved.map(({ name }) => name);
  if (action.kind === "remove_index") return { action, indices, changes: [], missing: false };
  if (action.kind === "add") {
    refuseNewAliases(request.principal, resolved);
    const changes = indices.flatMap((index) =>
      action.aliases.map((alias) => ({ index, alias, metadata: action.metadata })),
    );
    return { action, indices, changes, missing: false };
  }
  const changes = resolved.flatMap(({ name, aliases }) =>
    streamAliases({ aliases })
      .map(([alias]) => alias)
      .filter((alias) => simpleMatchAny(action.aliases, alias))
      .map((alias) => ({ index: name, alias, metadata: null })),
  );
  return { action, indices, changes, missing: changes.length === 0 };
}

function resultOf({ action, indices, missing }: Outcome): object {
  const shown = { type: action.kind, indices: [...indices].sort(), aliases: action.aliases };
  if (!missing) return { action: shown, status: 200 };
  const error: RequestError = aliasesMissing(action.aliases);
  return { action: shown, status: error.status, error: { type: error.type, reason: error.message, ...error.details } };
}

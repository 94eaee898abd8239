/** What actions have in common that put an index in the place of the one that they were to act on. */
import { deleteIndices } from "../cluster/changes/delete-indices.ts";
import { replaceBackingIndex } from "../cluster/changes/replace-backing-index.ts";
import { type AliasChange, updateAliases } from "../cluster/changes/update-aliases.ts";
import type { ClusterChange } from "../cluster/cluster-change.ts";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import { streamOf } from "../cluster/data-streams/data-stream.ts";
import { ownOf } from "../core/names.ts";
import { keyOf, movedTo, recordOf, withRecord } from "./execution-record.ts";
import type { StepResult } from "./step.ts";

/** The new index goes on in the lifecycle, at a step behind the one that replaces the old one. */
export function goesOnAs(index: IndexMetadata, targetName: string, step: string): ClusterChange {
  return {
    task: `copy-execution-state [${index.name}]`,
    apply(state, { nowMs }) {
      const target = ownOf(state.indices, targetName);
      const source = recordOf(state, index);
      if (!target || !source) return { state, events: [] };
      const key = { ...keyOf(source), name: step };
      return { state: withRecord(state, target.uuid, movedTo(source, key, { policy: undefined, nowMs })), events: [] };
    },
  };
}

/** The new index takes the place of the old one, which is gone with that. */
export function takesThePlace(index: IndexMetadata, target: string): StepResult {
  const stream = streamOf(index);
  if (stream !== undefined)
    return { kind: "gone", changes: [replaceBackingIndex(stream, index.name, target), deleteIndices([index.name])] };
  const aliases: AliasChange[] = [
    ...Object.entries(index.aliases).map(([alias, { is_write_index: _writes, ...metadata }]) => ({
      index: target,
      alias,
      metadata,
    })),
    { index: target, alias: index.name, metadata: {} },
  ];
  return { kind: "gone", changes: [deleteIndices([index.name]), updateAliases(aliases)] };
}

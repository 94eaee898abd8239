/** What templates say of the settings of an index that a write would make. */
import { resolveDateMath } from "../date-math-names.ts";
import type { ClusterState, IndexMetadata } from "../cluster-state.ts";
import { knownWriteIndex } from "../write-index.ts";
import { composedFor } from "./composed-template.ts";

/** A name may stand for another, by date maths; the settings are those of its index, where that is there. */
export function settingsOfNew(state: ClusterState, name: string, nowMs: number): IndexMetadata["settings"] {
  const resolved = resolveDateMath(name, nowMs);
  const index = resolved === name ? undefined : knownWriteIndex(state, resolved, false);
  if (index) return index.settings;
  const { settings } = composedFor(state, resolved, undefined);
  return Object.fromEntries(
    Object.entries(settings).filter((entry): entry is [string, string | readonly string[]] => entry[1] !== null),
  );
}

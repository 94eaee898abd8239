/** Metadata of an index when it arrives on a thread. */
import type { IndexMetadata } from "./cluster-state.ts";

/**
 * Replaces settings and resources by the thread's own objects if they are unchanged: analysis is cached by these
 * objects, and a message port copies them each time.
 */
export function withKnownAnalysis(metadata: IndexMetadata, known: IndexMetadata | undefined): IndexMetadata {
  if (known?.settingsVersion !== metadata.settingsVersion || known.resources?.version !== metadata.resources?.version)
    return metadata;
  const { settings, resources } = known;
  return resources ? { ...metadata, settings, resources } : { ...metadata, settings };
}

/**
 * Whether two versions of the metadata have the same analysis; the later one must come from `withKnownAnalysis` with
 * the earlier one.
 */
export function hasSameAnalysis(one: IndexMetadata, other: IndexMetadata): boolean {
  return one.settings === other.settings && one.resources === other.resources;
}

/** Metadata of an index as it arrives on a thread. */
import type { IndexMetadata } from "./cluster-state.ts";

/**
 * The metadata with the settings and resources that the thread has already, if they are the same: analysis is made once
 * for these objects, and what crosses a port is another object each time.
 */
export function withKnownAnalysis(metadata: IndexMetadata, known: IndexMetadata | undefined): IndexMetadata {
  if (known?.settingsVersion !== metadata.settingsVersion || known.resources?.version !== metadata.resources?.version)
    return metadata;
  const { settings, resources } = known;
  return resources ? { ...metadata, settings, resources } : { ...metadata, settings };
}

/** Whether two of them, the later one made with the earlier one known, are analysed by the same rules. */
export function hasSameAnalysis(one: IndexMetadata, other: IndexMetadata): boolean {
  return one.settings === other.settings && one.resources === other.resources;
}

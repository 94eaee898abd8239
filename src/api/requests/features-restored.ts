/** What follows when a part of the server has got its indices back from a snapshot. */
import { SECURITY, SYNONYMS, TRANSFORM } from "../../snapshots/features.ts";
import type { Services } from "../operation.ts";
import { reloadAnalyzers } from "./reload-analyzers.ts";

/**
 * Nobody is who they were before their records were replaced, transforms go on where the snapshot left them, and
 * analysis reads its rules again.
 */
export async function featuresRestored(services: Services, features: readonly string[]): Promise<void> {
  if (features.includes(SECURITY)) services.identity?.recordsReplaced();
  if (features.includes(TRANSFORM)) await services.transforms.recordsReplaced();
  if (!features.includes(SYNONYMS)) return;
  const open = Object.values(services.cluster.state.indices).filter(({ state }) => state === "open");
  await reloadAnalyzers(services, open, undefined);
}

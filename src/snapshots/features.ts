/** Parts of the server that keep something in indices of their own: none of them goes into snapshots yet. */
import { illegalArgument } from "../compat/errors.ts";

const FEATURES: readonly string[] = ["security", "synonyms", "tasks"];

/** Throws 400 for features that a snapshot cannot hold; others are passed over, as in Elasticsearch. */
export function checkFeatures(asked: readonly string[] | undefined): void {
  if (asked === undefined) return;
  if (asked.includes("none") && asked.length > 1)
    throw illegalArgument(
      `the feature_states value [none] indicates that no feature states should be snapshotted, but other feature states were requested: [${asked.join(", ")}]`,
    );
  const known = asked.filter((feature) => FEATURES.includes(feature));
  if (known.length > 0)
    throw illegalArgument(`snapshots of this server do not hold feature states, requested: [${known.join(", ")}]`);
}

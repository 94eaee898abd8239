/** Parts of the server that keep something in indices of their own, which go into snapshots together. */
import type { ClusterState } from "../cluster/cluster-state.ts";
import { ASYNC_SEARCH_INDEX, TASKS_INDEX } from "../cluster/system-indices.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { AssertionError } from "../core/assert.ts";
import { ownOf } from "../core/names.ts";
import { restoreError } from "./repository/repository-errors.ts";
import type { FeatureState, GlobalState, RootSnapshot } from "./repository/repository-root.ts";
import type { Secrets } from "./repository-secrets.ts";

/** The feature whose records decide who may do what. */
export const SECURITY = "security";
export const SYNONYMS = "synonyms";
export const TRANSFORM = "transform";

export interface Feature {
  readonly name: string;
  readonly description: string;
  readonly index: string;
  /** The kind of `ClusterState.customs` that belongs to it. */
  readonly custom?: string;
}

export const FEATURES: readonly Feature[] = [
  {
    name: SECURITY,
    description: "Manages configuration for Security features, such as users and roles",
    index: ".wardex-identity",
  },
  { name: "tasks", description: "Manages task results", index: TASKS_INDEX },
  { name: SYNONYMS, description: "Manages synonyms", index: ".wardex-synonyms" },
  {
    name: TRANSFORM,
    description: "Manages configuration and state for transforms",
    index: ".wardex-transforms",
    custom: "transforms",
  },
  { name: "async_search", description: "Manages results of async searches", index: ASYNC_SEARCH_INDEX },
];

const NONE = "none";

/** The features with something to keep that a snapshot is to hold. Throws 400; unknown ones are passed over. */
export function askedFeatures(
  { indices, customs }: ClusterState,
  asked: readonly string[] | undefined,
  includeGlobalState: boolean,
): FeatureState[] {
  if (asked?.includes(NONE) && asked.length > 1)
    throw illegalArgument(
      `the feature_states value [none] indicates that no feature states should be snapshotted, but other feature states were requested: [${asked.join(", ")}]`,
    );
  const isAsked = (name: string): boolean =>
    asked === undefined || asked.length === 0 ? includeGlobalState : asked.includes(name);
  return FEATURES.filter(({ name }) => isAsked(name)).flatMap(({ name, index, custom }) => {
    const hasIndex = ownOf(indices, index)?.system === true;
    const hasObjects = custom !== undefined && Object.keys(ownOf(customs, custom) ?? {}).length > 0;
    return hasIndex || hasObjects ? { feature: name, indices: hasIndex ? [index] : [] } : [];
  });
}

/** Kinds of the cluster state that belong to features. */
export function customsOf(features: readonly string[]): string[] {
  return FEATURES.flatMap(({ name, custom }) => (custom !== undefined && features.includes(name) ? custom : []));
}

/** The features of a snapshot that are to be restored. Throws what refuses them. */
export function restoredFeatures(
  place: string,
  { featureStates }: RootSnapshot,
  {
    asked,
    includeGlobalState,
  }: { readonly asked: readonly string[] | undefined; readonly includeGlobalState: boolean },
): readonly FeatureState[] {
  if (asked === undefined || asked.length === 0) return includeGlobalState ? featureStates : [];
  const others = asked.filter((feature) => feature !== NONE);
  if (asked.includes(NONE) && others.length > 0)
    throw restoreError(
      place,
      `the feature_states value [none] indicates that no feature states should be restored, but other feature states were requested: [${[...others, NONE].join(", ")}]`,
    );
  const missing = others.filter((feature) => !featureStates.some((state) => state.feature === feature));
  if (missing.length > 0)
    throw restoreError(place, `requested feature states [[${missing.join(", ")}]] are not present in snapshot`);
  return featureStates.filter(({ feature }) => others.includes(feature));
}

const KEY_CHECK = "wardex";
const KEY_PLACE = "snapshot:key";

/** What tells whether a server has the key with which the secrets in its records are encrypted. */
export function keyCheck(secrets: Secrets): string {
  return secrets.seal(KEY_CHECK, KEY_PLACE);
}

/** Throws 500 for records whose secrets this server could not read: no token would work any more. */
export function checkKey(secrets: Secrets, place: string, check: string | undefined): void {
  try {
    if (check === undefined || secrets.open(check, KEY_PLACE) === KEY_CHECK) return;
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
  }
  throw restoreError(
    place,
    `the feature state [${SECURITY}] was encrypted with another secret key: restore it where the server has that key, or without this feature state`,
  );
}

/** What could make its restorer more than they are. */
const HELD: Readonly<Record<string, string>> = {
  [SECURITY]: `the feature state [${SECURITY}] holds users and their rights`,
  [TRANSFORM]: `the feature state [${TRANSFORM}] runs with the rights of whoever made its transforms`,
};

/** Kinds of the cluster state whose objects run with the rights of whoever made them, which stand in them. */
const WITH_RIGHTS = ["enrich_policies", "index_lifecycle_policies", "transforms"];

/**
 * Throws 403 for a caller who would make themselves or others more than they are. `global`: what of the cluster state
 * is restored; null: nothing.
 */
export function checkMayRestore(
  features: readonly FeatureState[],
  global: GlobalState | null,
  isSuperuser: boolean,
): void {
  if (isSuperuser) return;
  const kind = WITH_RIGHTS.find((one) => Object.keys(ownOf(global?.customs ?? {}, one) ?? {}).length > 0);
  const held =
    features.map(({ feature }) => ownOf(HELD, feature)).find((what) => what !== undefined) ??
    (kind && `the global state holds [${kind}], which run with the rights of whoever made them`);
  if (held === undefined) return;
  throw new RequestError(403, "security_exception", `${held}: only a superuser may restore it`);
}

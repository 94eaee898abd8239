/**
 * What search threads follow of the cluster beside its indices, by kind. Plain data: each kind is sent as a whole to
 * every thread when it starts and when it changes. A new kind is a member here, and who reads it.
 */
import type { StoredScripts } from "../scripting/stored-scripts.ts";
import { defaultSearchSettings, type SearchSettings } from "./search-settings.ts";

/** See the file comment. */
export interface SearchCustoms {
  readonly settings: SearchSettings;
  /** Stored scripts. */
  readonly scripts: StoredScripts;
}

/** What holds where nothing is set. */
export const defaultSearchCustoms: SearchCustoms = { settings: defaultSearchSettings, scripts: {} };

/** Who follows customs. */
export interface CustomsFollower {
  /** Follows these from the next call on. */
  applyCustoms<Kind extends keyof SearchCustoms>(kind: Kind, things: SearchCustoms[Kind]): void;
}

/** Hands all kinds to one who has none yet. */
export function applyAllCustoms(customs: SearchCustoms, follower: CustomsFollower): void {
  for (const kind of Object.keys(customs) as (keyof SearchCustoms)[]) follower.applyCustoms(kind, customs[kind]);
}

/** What a decider is. */
import type { Decision } from "./capacity.ts";
import type { Situation } from "./situation.ts";

/** Settings of a decider by name, as texts. */
export type DeciderSettings = Readonly<Record<string, string>>;

export interface Decider {
  /** Documented name. */
  readonly name: string;
  /** Roles that it is for; undefined: any, and none. */
  readonly roles: readonly string[] | undefined;
  /** Whether policies with such roles have it without being told. */
  readonly isDefault: boolean;
  /** Checks one setting by name. Throws 400. */
  readonly settings: Readonly<Record<string, (text: string) => unknown>>;
  decide(settings: DeciderSettings, situation: Situation): Decision;
}

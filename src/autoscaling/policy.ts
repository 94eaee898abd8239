/** Policies: which deciders say how much the nodes with some roles need. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import { valueText } from "../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";
import type { Decider, DeciderSettings } from "./decider.ts";
import { deciders } from "./deciders.ts";

/** The kind of custom under which the cluster state keeps policies. */
export const AUTOSCALING = "autoscaling";

/** As it is stored and shown; roles and deciders are sorted. */
export interface AutoscalingPolicy {
  readonly roles: readonly string[];
  readonly deciders: Readonly<Record<string, DeciderSettings>>;
}

/** What a request says of a policy; what it does not mention stays as it is. */
export type GivenPolicy = Partial<AutoscalingPolicy>;

const ROLES = [
  "data",
  "data_cold",
  "data_content",
  "data_frozen",
  "data_hot",
  "data_warm",
  "ingest",
  "master",
  "ml",
  "remote_cluster_client",
  "transform",
  "voting_only",
];
/** Characters that no file name has (`Strings.INVALID_FILENAME_CHARS`), in the order in which they are told. */
const FORBIDDEN_IN_NAMES = ["\\", "/", "*", "?", '"', "<", ">", "|", " ", ","];

/** Reads the body of a request; `flatten` turns nested settings into flat ones. Throws 400. */
export function readPolicy(
  name: string,
  body: JsonObject,
  flatten: (settings: JsonObject) => Readonly<Record<string, Json>>,
): GivenPolicy {
  const [unknown] = Object.keys(body).filter((key) => key !== "roles" && key !== "deciders");
  if (unknown !== undefined)
    throw new RequestError(
      400,
      "x_content_parse_exception",
      `[put_autocaling_policy_request] unknown field [${unknown}]`,
    );
  const { roles, deciders: given } = body;
  const read = {
    ...(roles === undefined ? {} : { roles: readRoles(roles) }),
    ...(given === undefined ? {} : { deciders: readDeciders(given, flatten) }),
  };
  const problems = (read.roles ?? [])
    .filter((role) => !ROLES.includes(role))
    .map((role) => `unknown role [${role}], known are [${ROLES.join(", ")}]`);
  if (FORBIDDEN_IN_NAMES.some((character) => name.includes(character)))
    problems.push(`name must not contain the following characters [${FORBIDDEN_IN_NAMES.join(", ")}]`);
  if (problems.length > 0) throw validationFailed(problems);
  return read;
}

/** The policy that a request makes of the one that is there. Throws 400 when its deciders do not go with its roles. */
export function changedPolicy(
  name: string,
  before: AutoscalingPolicy | undefined,
  given: GivenPolicy,
): AutoscalingPolicy {
  const roles = given.roles ?? before?.roles;
  if (!roles) throw illegalArgument(`new policy ${name} with no roles defined, must provide empty list for no roles`);
  const policy = { roles, deciders: given.deciders ?? before?.deciders ?? {} };
  for (const decider of Object.keys(policy.deciders)) {
    if (!applies(knownDecider(decider), roles))
      throw illegalArgument(`decider [${decider}] not applicable to policy with roles [ [${roles.join(", ")}]]`);
  }
  if (decidersOf(policy).length === 0)
    throw illegalArgument(
      `no default nor user configured deciders for policy [${name}] with roles [[${roles.join(", ")}]]`,
    );
  return policy;
}

/** The deciders of a policy with their settings, sorted by name: those that it names, and those it has by its roles. */
export function decidersOf(
  policy: AutoscalingPolicy,
): { readonly decider: Decider; readonly settings: DeciderSettings }[] {
  return deciders
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((decider) => {
      const settings = ownOf(policy.deciders, decider.name);
      if (settings) return [{ decider, settings }];
      return decider.isDefault && applies(decider, policy.roles) ? [{ decider, settings: {} }] : [];
    });
}

function applies({ roles }: Decider, policyRoles: readonly string[]): boolean {
  return roles === undefined || policyRoles.some((role) => roles.includes(role));
}

function readRoles(roles: Json): string[] {
  const list = Array.isArray(roles) ? roles : [roles];
  return [...new Set(list.map(valueText))].sort();
}

function readDeciders(
  given: Json,
  flatten: (settings: JsonObject) => Readonly<Record<string, Json>>,
): Record<string, DeciderSettings> {
  if (!isJsonObject(given)) throw malformed("[deciders] must be an object");
  const read: Record<string, DeciderSettings> = {};
  for (const [name, settings] of Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (!isJsonObject(settings)) throw malformed(`[deciders.${name}] must be an object`);
    put(read, name, checkedSettings(knownDecider(name), flatten(settings)));
  }
  return read;
}

function knownDecider(name: string): Decider {
  const decider = deciders.find((one) => one.name === name);
  if (!decider)
    throw illegalArgument(`unknown decider [${name}], known are [${deciders.map((one) => one.name).join(", ")}]`);
  return decider;
}

function checkedSettings(decider: Decider, given: Readonly<Record<string, Json>>): DeciderSettings {
  const settings: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) {
    const check = ownOf(decider.settings, key);
    if (!check) throw illegalArgument(`unknown setting [${key}] for decider [${decider.name}]`);
    const text = valueText(value);
    check(text);
    put(settings, key, text);
  }
  return settings;
}

function malformed(reason: string): RequestError {
  return new RequestError(400, "x_content_parse_exception", `[put_autocaling_policy_request] ${reason}`);
}

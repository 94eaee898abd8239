/**
 * How an operation resolves index expressions: its defaults, and `ignore_unavailable`, `allow_no_indices`,
 * `expand_wildcards`.
 */
import type { IndexOptions } from "../../cluster/cluster-service.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { booleanParameter } from "../../http/parameters.ts";

/** Reads and searches over many indices: open ones, closed ones are an error when named. */
export const SEARCHED_INDICES: IndexOptions = {
  ignoreUnavailable: false,
  allowNoIndices: true,
  expandOpen: true,
  expandClosed: false,
  expandHidden: false,
  forbidClosed: true,
  allowAliasesToMany: true,
  allowAliases: true,
};

/** Metadata of many indices: open ones by pattern, closed ones when named. */
export const DESCRIBED_INDICES: IndexOptions = { ...SEARCHED_INDICES, forbidClosed: false };

/** Metadata of open and closed indices alike. */
export const ALL_DESCRIBED_INDICES: IndexOptions = { ...DESCRIBED_INDICES, expandClosed: true };

/** Removal: names of indices, no aliases. */
export const REMOVED_INDICES: IndexOptions = {
  ...ALL_DESCRIBED_INDICES,
  allowAliases: false,
  forbidDataStreams: true,
};

/** Tables and health: everything, hidden ones too. */
export const EVERY_INDEX: IndexOptions = { ...ALL_DESCRIBED_INDICES, expandHidden: true };

/** One index by name or alias. */
export const ONE_INDEX: IndexOptions = {
  ...SEARCHED_INDICES,
  allowNoIndices: false,
  expandOpen: false,
  allowAliasesToMany: false,
  forbidDataStreams: true,
};

/** The defaults changed by the parameters of a request. Throws 400 for wrong values. */
export function indexOptions(parameters: Readonly<Record<string, string>>, defaults: IndexOptions): IndexOptions {
  // There are no throttled indices to leave out.
  optionParameter(parameters, "ignore_throttled", false);
  return {
    ...defaults,
    ...expandOptions(parameters["expand_wildcards"]),
    ignoreUnavailable: optionParameter(parameters, "ignore_unavailable", defaults.ignoreUnavailable),
    allowNoIndices: optionParameter(parameters, "allow_no_indices", defaults.allowNoIndices),
  };
}

/** A boolean, whose refusal has other words than those of other parameters. */
function optionParameter(parameters: Readonly<Record<string, string>>, name: string, absent: boolean): boolean {
  try {
    return booleanParameter(parameters, name, absent);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "illegal_argument_exception", `Could not convert [${name}] to boolean`, {
      cause: error,
    });
  }
}

function expandOptions(expand: string | undefined): Partial<IndexOptions> {
  if (expand === undefined) return {};
  let states = { expandOpen: false, expandClosed: false, expandHidden: false };
  for (const word of expand.split(",").map((part) => part.trim().toLowerCase())) {
    if (word === "open") states = { ...states, expandOpen: true };
    else if (word === "closed") states = { ...states, expandClosed: true };
    else if (word === "hidden") states = { ...states, expandHidden: true };
    else if (word === "all") states = { expandOpen: true, expandClosed: true, expandHidden: true };
    else if (word === "none" || word === "") states = { expandOpen: false, expandClosed: false, expandHidden: false };
    else throw illegalArgument(`No valid expand wildcard value [${word}]`);
  }
  return states;
}

/** Transforms by their ids and patterns, page by page (`AbstractTransportGetResourcesAction`). */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { simpleMatch } from "../../../compat/wildcard.ts";
import { booleanParameter, integerParameter } from "../../../http/parameters.ts";
import type { Services } from "../../operation.ts";
import type { KeptTransform } from "./transforms.ts";

const DEFAULT_SIZE = 100;
const MOST = 10_000;

/** All that the parameters name, and the page of them. Throws 404 for an id that is not there. */
export function chosenTransforms(
  { transforms }: Services,
  parameters: Readonly<Record<string, string>>,
): { readonly total: number; readonly page: readonly KeptTransform[] } {
  const allowNoMatch = booleanParameter(parameters, "allow_no_match", true);
  const from = integerParameter(parameters, "from") ?? 0;
  const size = integerParameter(parameters, "size") ?? DEFAULT_SIZE;
  for (const [name, value] of Object.entries({ from, size }))
    if (value < 0) throw illegalArgument(`Parameter [${name}] cannot be negative but was [${value}]`);
  if (from + size > MOST)
    throw illegalArgument(`The sum of parameters [from] and [size] cannot be higher than ${MOST}.`);
  const asked = (parameters["transform_id"] ?? "_all").split(",").map((one) => (one === "_all" ? "*" : one));
  const ids = transforms.ids;
  const matches = (pattern: string, id: string): boolean => pattern === id || simpleMatch(pattern, id);
  const missing = asked.filter(
    (pattern) => !ids.some((id) => matches(pattern, id)) && (!allowNoMatch || !pattern.includes("*")),
  );
  if (missing.length > 0) throw transformNotFound(missing.join(","));
  const found = ids.filter((id) => asked.some((pattern) => matches(pattern, id)));
  const page = found.slice(from, from + size).flatMap((id) => transforms.kept(id) ?? []);
  return { total: found.length, page };
}

/** The one that the path names. Throws 404. */
export function namedTransform(
  { transforms }: Services,
  { transform_id: id = "" }: Readonly<Record<string, string>>,
): KeptTransform {
  const kept = transforms.kept(id);
  if (!kept) throw transformNotFound(id);
  return kept;
}

export function transformNotFound(ids: string): RequestError {
  return new RequestError(404, "resource_not_found_exception", `Transform with id [${ids}] could not be found`);
}

/** 409. */
export function transformConflict(reason: string): RequestError {
  return new RequestError(409, "status_exception", reason);
}

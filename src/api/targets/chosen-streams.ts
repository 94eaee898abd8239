/** The data streams that a request names, as far as its caller may know of them. */
import { type DataStream, dataStreamMissing, dataStreams } from "../../cluster/data-streams/data-stream.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { mayOnIndex } from "../../security/authorizer.ts";
import type { OperationRequest, Services } from "../operation.ts";
import { DESCRIBED_INDICES, indexOptions } from "./index-options.ts";

/** By names and patterns; no name at all: all. Throws 404 for a name that is missing. */
export function chosenStreams(
  { principal, parameters }: Pick<OperationRequest, "principal" | "parameters">,
  { cluster }: Services,
  privilege: string,
): DataStream[] {
  const { expandHidden } = indexOptions(parameters, DESCRIBED_INDICES);
  const known = dataStreams(cluster.state).filter(({ name }) => mayOnIndex(principal, privilege, name));
  const parts = (parameters["name"] ?? "*").split(",").map((part) => (part.trim() === "_all" ? "*" : part.trim()));
  const chosen = new Map<string, DataStream>();
  for (const [at, part] of parts.entries()) {
    const excludes = part.startsWith("-") && parts.slice(0, at).some((before) => before.includes("*"));
    const pattern = excludes ? part.slice(1) : part;
    for (const stream of known) {
      if (!simpleMatch(pattern, stream.name)) continue;
      if (excludes) chosen.delete(stream.name);
      else if (!pattern.includes("*") || !stream.hidden || expandHidden || pattern.startsWith("."))
        chosen.set(stream.name, stream);
    }
    if (!excludes && !part.includes("*") && !chosen.has(part)) throw dataStreamMissing(part);
  }
  return [...chosen.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

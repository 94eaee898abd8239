/** `termvectors`: the terms of a document, of the index or of the request, with statistics of its shard. */
import { termvectors as termvectorsKind } from "../search/actions/termvectors.ts";
import { refuseReadParameters } from "./get.ts";
import type { Operation } from "./operation.ts";
import { preferredShards } from "./targets/preference.ts";
import { optionalObject } from "./requests/request-body.ts";
import { runSearch } from "./requests/run-search.ts";
import { emptyRequest, withBody, withParameters } from "./requests/termvectors-body.ts";
import { placed, readOf, readyItem } from "./requests/termvectors-item.ts";
import { validationFailed } from "../compat/validation-failed.ts";

export const termvectors: Operation = {
  name: "termvectors",
  actions: ["indices:data/read/tv"],

  async handle(request, services) {
    const { parameters } = request;
    refuseReadParameters(parameters);
    preferredShards(parameters["preference"]);
    const warn = (message: string): void => request.warn(message);
    const { index, id } = parameters;
    const body = await optionalObject(request);
    const wanted = withParameters(withBody(emptyRequest(index, id), body ?? {}, warn), parameters, warn);
    // The rights were checked for the index of the path; the body may name another one.
    if (wanted.index !== index)
      services.authorizeIndices(request.principal, "indices:data/read/tv", [wanted.index ?? ""]);
    if (wanted.id === undefined && wanted.doc === undefined) throw validationFailed(["id or doc is missing"]);
    const place = placed(wanted, services, request);
    const read = readOf(place);
    const [result] = read ? await services.get([read]) : [];
    const ready = readyItem(place, result);
    return runSearch(request, services, {
      kind: termvectorsKind,
      targets: [ready.targets],
      bodies: [],
      tasks: [ready.item],
      parameters: [parameters],
    });
  },
};

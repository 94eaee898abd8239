/** `indices.put_data_stream_mappings`: mappings of data streams that go before those of their templates. */
import { putStreamMappings } from "../../cluster/changes/put-stream-overrides.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { optionalObject, parseFailure } from "../requests/request-body.ts";
import { orReason, shownStreamMappings } from "../requests/stream-overrides.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const putDataStreamMappings: Operation = {
  name: "indices.put_data_stream_mappings",
  actions: ["indices:admin/data_stream/mappings/update"],
  indexNames: ["name"],
  audit: "told",

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const dryRun = booleanParameter(request.parameters, "dry_run", false);
    const mappings = await optionalObject(request);
    if (mappings === undefined) throw parseFailure("request body is required");
    const { cluster } = services;
    const answers: object[] = [];
    for (const { name } of chosenStreams(request, services, "manage")) {
      const change = putStreamMappings(name, mappings);
      const source = changeSource(putDataStreamMappings.name, request);
      let { state } = cluster;
      const error = await orReason(async () => {
        ({ state } = await (dryRun ? cluster.preview(change) : cluster.apply(source, change)));
      });
      const shown = error === undefined ? shownStreamMappings(state, name) : { mappings: {}, effective: {} };
      answers.push({
        name,
        applied_to_data_stream: error === undefined,
        ...(error === undefined ? {} : { error }),
        mappings: shown.mappings,
        effective_mappings: shown.effective,
      });
    }
    return { status: 200, body: { data_streams: answers } };
  },
};

/** `indices.put_data_stream_options`: gives data streams options. */
import { putStreamOptions } from "../../cluster/changes/put-stream-overrides.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { jsonWithText, parseFailure } from "../requests/request-body.ts";
import { streamOptionsBody } from "../requests/stream-options-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const putDataStreamOptions: Operation = {
  name: "indices.put_data_stream_options",
  actions: ["indices:admin/data_stream/options/put"],
  indexNames: ["name"],
  audit: "told",

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const { json, text = "" } = await jsonWithText(request);
    if (json === undefined) throw parseFailure("request body is required");
    const options = streamOptionsBody(json, text);
    const names = chosenStreams(request, services, "manage").map(({ name }) => name);
    await services.cluster.apply(changeSource(putDataStreamOptions.name, request), putStreamOptions(names, options));
    return { status: 200, body: { acknowledged: true } };
  },
};

/** `indices.put_data_stream_settings`: settings of data streams that go before those of their templates. */
import { putStreamSettings, settingsByTarget } from "../../cluster/changes/put-stream-overrides.ts";
import { normalizeIndexSettings } from "../../cluster/index-settings.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { optionalObject, parseFailure } from "../requests/request-body.ts";
import { orReason, shownStreamSettings } from "../requests/stream-overrides.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const putDataStreamSettings: Operation = {
  name: "indices.put_data_stream_settings",
  actions: ["indices:admin/data_stream/settings/update"],
  indexNames: ["name"],
  audit: "told",

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const dryRun = booleanParameter(request.parameters, "dry_run", false);
    const body = await optionalObject(request);
    if (body === undefined) throw parseFailure("request body is required");
    const update = normalizeIndexSettings(body);
    const { stream, indices, refused } = settingsByTarget(Object.keys(update));
    const { cluster } = services;
    const answers: object[] = [];
    for (const { name } of chosenStreams(request, services, "manage")) {
      const change = putStreamSettings(name, update);
      const source = changeSource(putDataStreamSettings.name, request);
      let { state } = cluster;
      const error =
        refused.length > 0
          ? `Cannot set the following settings on a data stream: [${refused.join(",")}]`
          : await orReason(async () => {
              ({ state } = await (dryRun ? cluster.preview(change) : cluster.apply(source, change)));
            });
      const shown = error === undefined ? shownStreamSettings(state, name) : { settings: {}, effective: {} };
      answers.push({
        name,
        applied_to_data_stream: error === undefined,
        ...(error === undefined ? {} : { error }),
        settings: shown.settings,
        effective_settings: shown.effective,
        index_settings_results: {
          applied_to_data_stream_only: error === undefined ? stream : [],
          applied_to_data_stream_and_backing_indices: error === undefined ? indices : [],
        },
      });
    }
    return { status: 200, body: { data_streams: answers } };
  },
};

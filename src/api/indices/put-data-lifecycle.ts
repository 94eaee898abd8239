/** `indices.put_data_lifecycle`: gives data streams a lifecycle. */
import { putDataLifecycle as putDataLifecycleChange } from "../../cluster/changes/put-data-lifecycle.ts";
import { parseObject } from "../../compat/object-parser.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { lifecycleMember } from "../requests/lifecycle-body.ts";
import { jsonWithText, parseFailure } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const putDataLifecycle: Operation = {
  name: "indices.put_data_lifecycle",
  actions: ["indices:admin/data_stream/lifecycle/put"],
  indexNames: ["name"],
  audit: "told",

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const { json, text } = await jsonWithText(request);
    if (json === undefined) throw parseFailure("request body is required");
    const parsed = parseObject(lifecycleMember("data_stream_lifecycle"), json, text ?? "");
    const lifecycle = Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== null));
    const names = chosenStreams(request, services, "manage_data_stream_lifecycle").map(({ name }) => name);
    const change = putDataLifecycleChange(names, { enabled: true, ...lifecycle });
    await services.cluster.apply(changeSource(putDataLifecycle.name, request), change);
    return { status: 200, body: { acknowledged: true } };
  },
};

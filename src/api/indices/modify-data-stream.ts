/** `indices.modify_data_stream`: adds indices to data streams and removes them from these, all or none. */
import { type DataStreamAction, modifyDataStreams } from "../../cluster/changes/modify-data-stream.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { optionalObject, parseFailure } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const modifyDataStream: Operation = {
  name: "indices.modify_data_stream",
  actions: ["indices:admin/data_stream/modify"],
  audit: "told",

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const body = await optionalObject(request);
    if (!body) throw parseFailure("request body is required");
    const unknown = Object.keys(body).find((key) => key !== "actions");
    if (unknown !== undefined) throw parsingException(`[data_stream_actions] unknown field [${unknown}]`);
    const actions = actionsOf(ownOf(body, "actions"));
    if (actions.length === 0) throw validationFailed(["must specify at least one data stream modification action"]);
    const names = actions.flatMap(({ dataStream, index }) => [dataStream, index]);
    services.authorizeIndices(request.principal, "indices:admin/data_stream/modify", names);
    await services.cluster.apply(changeSource(modifyDataStream.name, request), modifyDataStreams(actions));
    return { status: 200, body: { acknowledged: true } };
  },
};

function actionsOf(given: Json | undefined): DataStreamAction[] {
  if (!Array.isArray(given)) return [];
  return given.map((action) => {
    const [[kind, body] = ["", null]] = Object.entries(isJsonObject(action) ? action : {});
    if (kind !== "add_backing_index" && kind !== "remove_backing_index")
      throw illegalArgument(`unknown data stream action [${kind}]`);
    const { data_stream: dataStream, index } = isJsonObject(body) ? body : {};
    if (typeof dataStream !== "string" || typeof index !== "string")
      throw illegalArgument("Required one of fields [data_stream], but none were specified. ");
    return { kind, dataStream, index };
  });
}

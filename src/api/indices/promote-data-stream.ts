/** `indices.promote_data_stream`: makes an ordinary data stream of one that follows that of another cluster. */
import { dataStreamOf } from "../../cluster/data-streams/data-stream.ts";
import { indexTemplates } from "../../cluster/templates/template.ts";
import { simpleMatchAny } from "../../compat/wildcard.ts";
import { promoteStream } from "../../replication/stream-changes.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const promoteDataStream: Operation = {
  name: "indices.promote_data_stream",
  actions: ["indices:admin/data_stream/promote"],
  indexNames: ["name"],
  audit: "told",

  async handle(request, { cluster }) {
    checkTimeouts(request.parameters);
    const { name = "" } = request.parameters;
    const isMade = indexTemplates(cluster.state).some(
      ({ dataStream, patterns }) => dataStream && simpleMatchAny(patterns, name),
    );
    if (dataStreamOf(cluster.state, name) && !isMade)
      request.warn(
        `Data stream [${name}] does not have a matching index template. This will cause rollover to fail until a matching index template is created`,
      );
    await cluster.apply(changeSource(promoteDataStream.name, request), promoteStream(name));
    return { status: 200, body: { acknowledged: true } };
  },
};

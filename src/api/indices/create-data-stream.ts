/** `indices.create_data_stream`: makes a data stream by the index template that matches its name. */
import { createDataStream as createDataStreamChange } from "../../cluster/changes/create-data-stream.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const createDataStream: Operation = {
  name: "indices.create_data_stream",
  actions: ["indices:admin/data_stream/create"],
  indexNames: ["name"],
  audit: "told",

  async handle(request, { cluster }) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const change = createDataStreamChange(parameters["name"] ?? "");
    await cluster.apply(changeSource(createDataStream.name, request), change);
    return { status: 200, body: { acknowledged: true } };
  },
};

/** `delete`: removes a document; 404 with a full answer when it is not there. */
import type { Operation } from "./operation.ts";
import { writeParameters } from "./targets/write-parameters.ts";
import { writeResponse } from "./requests/write-response.ts";
import { existingIndex, isKnownName, writeTarget } from "./targets/write-target.ts";

export const deleteDocument: Operation = {
  name: "delete",
  actions: ["indices:data/write/delete"],

  async handle(request, services) {
    const { index: name = "", id = "" } = request.parameters;
    const parameters = writeParameters(request);
    // Only a delete that brings its version is remembered, so only that one makes an index.
    const external = parameters.options.versionType !== undefined && parameters.options.versionType !== "internal";
    if (!external && !isKnownName(services, name)) existingIndex(services, name);
    const { metadata, routing } = await writeTarget(
      services,
      request.principal,
      { kind: "delete", name, id },
      parameters,
    );
    const item = { kind: "delete", index: metadata.name, id, options: { ...parameters.options, routing } } as const;
    const [result] = await services.documents.write([item], { refresh: parameters.refresh });
    return writeResponse(result, { routing, includeSourceOnError: true });
  },
};

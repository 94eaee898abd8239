/** `update`: changes a document by a partial one. */
import { RequestError } from "../compat/errors.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import { tokenName } from "../compat/body-reader.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { isJsonObject } from "../core/json.ts";
import { USE_SEQ_NO } from "../documents/write/write-validation.ts";
import { integerParameter } from "../http/parameters.ts";
import type { Operation } from "./operation.ts";
import { refuseUpdate } from "./targets/document-level-security.ts";
import { aliasIn } from "./targets/readable-index.ts";
import { callerOfWrite } from "./requests/ingest-caller.ts";
import { jsonWithText } from "./requests/request-body.ts";
import { sourceParameter } from "./requests/source-parameter.ts";
import { writeParameters } from "./targets/write-parameters.ts";
import { writeResponse } from "./requests/write-response.ts";
import { runsPipelines } from "./targets/write-pipelines.ts";
import { isKnownName, writeTarget } from "./targets/write-target.ts";

export const update: Operation = {
  name: "update",
  actions: ["indices:data/write/update"],

  async handle(request, services) {
    const { index: name = "", id = "", lang } = request.parameters;
    if (request.parameters["version"] !== undefined || request.parameters["version_type"] !== undefined)
      throw validationFailed([USE_SEQ_NO]);
    const parameters = writeParameters(request);
    const retryOnConflict = integerParameter(request.parameters, "retry_on_conflict");
    const { json: body = {}, text } = await jsonWithText(request);
    if (!isJsonObject(body)) {
      throw new RequestError(
        400,
        "x_content_parse_exception",
        `[1:1] [UpdateRequest] Expected START_OBJECT but was: ${tokenName(body)}`,
      );
    }
    if (lang !== undefined) request.warn("[lang] parameter is deprecated, name the language in the [script]");
    // Refused before an index is made for it.
    if (!isKnownName(services, name)) refuseUpdate(request.principal, name, undefined);
    const { metadata, routing } = await writeTarget(
      services,
      request.principal,
      { kind: "update", name, id },
      parameters,
    );
    refuseUpdate(request.principal, metadata.name, aliasIn(metadata, name));
    const options = { ...parameters.options, routing, ...(retryOnConflict === undefined ? {} : { retryOnConflict }) };
    const sourceFilter = sourceParameter(request.parameters);
    // As it came: the places in error messages, and the spelling of numbers, are those of the body.
    const source = Buffer.from(text === undefined || text.trim() === "" ? writeJson(body) : text);
    // Pipelines may send the document elsewhere: then it is judged behind them.
    const judged = runsPipelines(services, metadata.name, undefined)
      ? { index: name, grant: request.principal.indices }
      : { index: metadata.name };
    const { index, ...granted } = judged;
    const item = { kind: "update", index, id, source, options, sourceFilter } as const;
    const caller = await callerOfWrite(request.principal, services);
    const write = { refresh: parameters.refresh, caller, ...granted };
    const [result] = await services.documents.write([item], write);
    return writeResponse(result, { routing, includeSourceOnError: parameters.includeSourceOnError });
  },
};

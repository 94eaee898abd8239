/** `indices.downsample`: an index with one point for each time series and interval of another one. */
import { intervalMs } from "../../cluster/downsample-interval.ts";
import { checkIndexName, invalidIndexName } from "../../cluster/index-names.ts";
import { aliasTargets } from "../../cluster/index-table.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { parseObject } from "../../compat/object-parser.ts";
import { ownOf } from "../../core/names.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { jsonWithText, parseFailure } from "../requests/request-body.ts";
import { seesOnlyPart } from "../targets/document-level-security.ts";

const BODY = { name: "DownsampleAction", members: { fixed_interval: "text" } } as const;

export const downsample: Operation = {
  name: "indices.downsample",
  actions: ["indices:admin/xpack/downsample"],
  audit: "told",

  async handle(request, services) {
    const { index: source = "", target_index: target = "" } = request.parameters;
    const { json, text = "" } = await jsonWithText(request);
    if (json === undefined) throw parseFailure("request body is required");
    const interval = ownOf(parseObject(BODY, json, text), "fixed_interval");
    if (typeof interval !== "string") throw illegalArgument("Required [fixed_interval]");
    intervalMs(interval);
    if (seesOnlyPart(request.principal, source))
      throw new RequestError(
        500,
        "exception",
        `Rollup forbidden for index [${source}] with document level or field level security settings.`,
      );
    services.authorizeIndices(request.principal, "indices:admin/xpack/downsample", [target]);
    checkIndexName(target);
    if (aliasTargets(services.cluster.state, target).length > 0)
      throw invalidIndexName(target, "already exists as alias");
    const downsampling = await services.downsampling();
    await downsampling.run({ source, target, interval }, { changes: changeSource(downsample.name, request) });
    return { status: 200, body: { acknowledged: true } };
  },
};

/** `field_caps` over several clusters: each tells what its indices have. */
import { errorResponse, fromPortableError, RequestError } from "../../compat/errors.ts";
import type { SplitExpression } from "../../cluster/remote-expressions.ts";
import { isJson, isMembers } from "../../remote/link-protocol.ts";
import type { PlainData } from "../../remote/plain-data.ts";
import { renderCaps } from "../../search/actions/field-caps.ts";
import type { FieldCapability } from "../../search/field-caps/index-caps.ts";
import type { IndexCaps } from "../../search/field-caps/merge-caps.ts";
import type { OperationRequest, OperationResponse, Services } from "../operation.ts";
import { askClusters } from "./ask-clusters.ts";
import { capsHere } from "./caps-here.ts";

/** The action by which a cluster is asked for its part. */
export const FIELDS_ACTION = "indices:data/read/field_caps";

/** The answer; clusters that fail are told of beside what the others have. */
export async function fieldsAcross(
  request: OperationRequest,
  services: Services,
  text: string,
  split: SplitExpression,
): Promise<OperationResponse> {
  const { parameters } = request;
  const { index: _named, ...rest } = parameters;
  const parts = await askClusters<readonly IndexCaps[]>(request, services, split, {
    action: FIELDS_ACTION,
    body: { parameters: rest, text },
    here: (expression) => capsHere(request, services, { expression, text, parameters }),
    read: readCaps,
    skips: () => true,
  });
  const failed = parts.flatMap(({ alias, expression, outcome }) =>
    "error" in outcome ? [{ alias, expression, error: fromPortableError(outcome.error) }] : [],
  );
  const found = parts.flatMap(({ outcome }) => ("error" in outcome ? [] : outcome));
  const [first] = failed;
  if (first && failed.length === parts.length) throw first.error;
  const failures = failed.map(({ alias, expression, error }) => ({
    indices: expression.split(",").map((name) => `${alias}:${name}`),
    failure: { error: errorResponse(error).error },
  }));
  const more =
    failures.length === 0 ? {} : { failed_indices: failures.flatMap(({ indices }) => indices).length, failures };
  return { status: 200, body: { ...renderCaps(found, parameters), ...more } };
}

function readCaps(answer: PlainData, alias: string): readonly IndexCaps[] {
  if (!Array.isArray(answer)) throw unreadable(alias);
  return answer.map((one: PlainData): IndexCaps => {
    if (!isMembers(one)) throw unreadable(alias);
    const { index, fields } = one;
    if (typeof index !== "string" || !(fields instanceof Map)) throw unreadable(alias);
    return { index: index.startsWith(`${alias}:`) ? index : `${alias}:${index}`, fields: readFields(fields, alias) };
  });
}

function readFields(fields: ReadonlyMap<unknown, unknown>, alias: string): Map<string, FieldCapability> {
  return new Map(
    [...fields].map(([name, told]): [string, FieldCapability] => {
      const capability = told as PlainData;
      if (typeof name !== "string" || !isMembers(capability)) throw unreadable(alias);
      const { type, isMetadata, searchable, aggregatable, meta } = capability;
      if (typeof type !== "string" || !isMembers(meta) || !isJson(meta)) throw unreadable(alias);
      return [
        name,
        {
          type,
          isMetadata: isMetadata === true,
          searchable: searchable === true,
          aggregatable: aggregatable === true,
          meta,
        },
      ];
    }),
  );
}

function unreadable(alias: string): RequestError {
  return new RequestError(500, "illegal_state_exception", `the answer of the remote cluster [${alias}] cannot be read`);
}

/** `security.bulk_update_api_keys`: the same change to several keys of the caller. */
import { errorBody, illegalArgument, RequestError } from "../../compat/errors.ts";
import type { Operation } from "../operation.ts";
import { readApiKeyBody, wrongType } from "../requests/api-key-body.ts";
import { changeKey, refuseKeys } from "../requests/changed-api-key.ts";
import { refuseInvalid, requiredObject, securityOperation } from "../requests/security-operation.ts";

const BODY = "bulk_update_api_key_request";

export const bulkUpdateApiKeys: Operation = securityOperation(
  { name: "security.bulk_update_api_keys", actions: ["cluster:admin/xpack/security/api_key/bulk_update"] },
  async (call) => {
    refuseKeys(call);
    const body = await requiredObject(call.request);
    const change = readApiKeyBody(BODY, body, ["ids"]);
    const { ids } = body;
    if (ids === undefined || ids === null) throw illegalArgument("Required [ids]");
    if (!Array.isArray(ids)) throw wrongType(BODY, "ids", ids);
    refuseInvalid([ids.length === 0 ? "Field [ids] cannot be empty" : undefined]);
    const updated: string[] = [];
    const noops: string[] = [];
    const details = new Map<string, unknown>();
    for (const id of new Set(ids.map(String))) {
      try {
        ((await changeKey(call, id, change)) ? updated : noops).push(id);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        details.set(id, errorBody(error));
      }
    }
    return {
      status: 200,
      body: {
        updated,
        noops,
        ...(details.size > 0 ? { errors: { count: details.size, details: Object.fromEntries(details) } } : {}),
      },
    };
  },
);

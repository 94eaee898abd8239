/** `security.update_api_key`: changes rights, metadata or lifetime of a key of the caller. */
import type { Json } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { Operation } from "../operation.ts";
import { readApiKeyBody } from "../requests/api-key-body.ts";
import { changeKey, refuseKeys } from "../requests/changed-api-key.ts";
import { securityOperation } from "../requests/security-operation.ts";
import { objectOf } from "../requests/request-body.ts";

export const updateApiKey: Operation = securityOperation(
  { name: "security.update_api_key", actions: ["cluster:admin/xpack/security/api_key/update"] },
  async (call) => {
    refuseKeys(call);
    const json: Json = (await call.request.json()) ?? {};
    const body = readApiKeyBody("update_api_key_request_payload", isJsonObject(json) ? json : objectOf(json), []);
    return { status: 200, body: { updated: await changeKey(call, call.parameters["id"] ?? "", body) } };
  },
);

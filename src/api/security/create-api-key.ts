/** `security.create_api_key`: a key of the caller, with their rights or fewer. */
import type { Operation } from "../operation.ts";
import { readApiKeyBody, readName } from "../requests/api-key-body.ts";
import { answerWithKey } from "../requests/made-api-key.ts";
import { requiredObject, securityOperation } from "../requests/security-operation.ts";

const BODY = "api_key_request";

export const createApiKey: Operation = securityOperation(
  { name: "security.create_api_key", actions: ["cluster:admin/xpack/security/api_key/create"] },
  async (call) => {
    const body = await requiredObject(call.request);
    const read = readApiKeyBody(BODY, body, ["name"]);
    return { status: 200, body: await answerWithKey(call, call.principal, readName(BODY, body), read) };
  },
);

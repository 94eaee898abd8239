/** `security.clear_api_key_cache`: what is remembered of API keys is verified anew. */
import type { Operation } from "../operation.ts";
import { clearSecurityCaches } from "../requests/clear-security-caches.ts";
import { securityOperation } from "../requests/security-operation.ts";

export const clearApiKeyCache: Operation = securityOperation(
  { name: "security.clear_api_key_cache", actions: ["cluster:admin/xpack/security/cache/clear"] },
  clearSecurityCaches,
);

/** Every operation that a server with security has. */
import { operations as operationsWithoutSecurity } from "../../api/operations.ts";
import { securityOperations } from "../../api/security-operations.ts";

export const operations = [...operationsWithoutSecurity, ...securityOperations];

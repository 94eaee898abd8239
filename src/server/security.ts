/** Who may do what: puts identity, credentials and privileges together for the protocol. */
import type { Node } from "../api/operation.ts";
import type { LocalClusterService } from "../cluster/local-cluster-service.ts";
import type { Documents } from "../documents/documents.ts";
import type { Mount, RequestHead } from "../http/exchange.ts";
import type { Principal } from "../security/principal.ts";
import type { Log } from "./log.ts";

/** Settings of security. */
export interface SecurityOptions {
  readonly enabled: boolean;
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  readonly adminToken: string | undefined;
  readonly secretKeyFile: string | undefined;
}

/** What security is built over. */
export interface SecurityParts {
  readonly cluster: LocalClusterService;
  readonly documents: Documents;
  readonly search: Node["search"];
  readonly dataPath: string | undefined;
  readonly log: Log;
}

/** What the engine needs of it. */
export interface Security {
  authorize(head: RequestHead, operation: string | undefined, parameters: Readonly<Record<string, string>>): Principal | Promise<Principal>;
  readonly authorizeIndices: Node["authorizeIndices"];
  readonly mounts: readonly Mount[];
  readonly credentials: { readonly user: string; readonly password: string | undefined; readonly token: string | undefined } | undefined;
  authorization(): string | undefined;
}

/** Everyone, when security is off (on loopback only). */
const everyone: Principal = {
  username: "_anonymous",
  userId: 0,
  superuser: true,
  roles: ["superuser"],
  authentication: "off",
  credentialId: undefined,
  clusterPrivileges: ["all"],
  indices: { all: true, user: "_anonymous", rules: [] },
  email: "",
  fullName: "",
};

/** Opens security as the settings say. */
export async function openSecurity(options: SecurityOptions, _parts: SecurityParts): Promise<Security> {
  if (!options.enabled) {
    return { authorize: () => everyone, authorizeIndices: () => undefined, mounts: [], credentials: undefined, authorization: () => undefined };
  }
  throw new Error("security is not built into this version yet; start with --security off");
}

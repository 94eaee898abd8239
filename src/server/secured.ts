/** Security that is on: puts identity, credentials and privileges together. */
import { securityOperations } from "../api/security-operations.ts";
import { systemClock } from "../core/clock.ts";
import { openEngineRecordStore } from "../identity/records/engine-identity-index.ts";
import { EngineEventStore } from "../identity/events/engine-event-store.ts";
import { EventTrail } from "../identity/events/event-trail.ts";
import { openIdentity } from "../identity/open-identity.ts";
import type { Authorizer } from "../security/authorizer.ts";
import { remoteCaller } from "../identity/directory/remote-caller.ts";
import { missingCredentials } from "../security/authentication-errors.ts";
import type { Authenticator } from "../security/principal.ts";
import type { RemoteGate } from "../security/remote-gate.ts";
import { requestGate } from "../security/request-gate.ts";
import { mergeTask } from "./merge-task.ts";
import { serverSecretBox } from "./server-secrets.ts";
import { PRODUCT_VERSION } from "./product-version.ts";
import type { Security, SecurityDependencies, SecurityOptions } from "./security.ts";

/** What holds with security and without. */
interface Rights extends Pick<Security, "authorizeIndices"> {
  readonly authorizer: Authorizer;
}

export async function openSecured(
  options: SecurityOptions,
  parts: SecurityDependencies,
  { authorizer, authorizeIndices }: Rights,
): Promise<Security> {
  const { log } = parts;
  const trail = new EventTrail({
    store: new EngineEventStore(parts),
    clock: systemClock,
    retentionDays: options.eventRetentionDays,
    log,
  });
  const identity = await openIdentity({
    openStore: () => openEngineRecordStore(parts),
    secretBox: serverSecretBox(options, parts.dataPath),
    administrator: {
      username: options.adminUser,
      password: options.adminPassword,
      token: options.adminToken,
      link: options.firstLink === true,
    },
    passwordsOnIdentity: options.identityPasswords,
    productVersion: PRODUCT_VERSION,
    clock: systemClock,
    events: trail,
    eventStore: trail,
    scheduler: parts.scheduler,
    notifications: options.notifications,
    publicUrl: options.publicUrl,
    workers: parts.workers,
    callersChanged: parts.callersChanged,
    elsewhere: parts.elsewhere,
    log,
  });
  const { made, background } = identity;
  await background?.tasks.add([mergeTask(parts, systemClock)]);
  return {
    authorize: requestGate({ authenticator: identity.authenticator, authorizer, users: identity.access.users }),
    authorizeIndices,
    remoteGate: remoteGate(identity.authenticator, trail),
    operations: securityOperations,
    identity: identity.access,
    dialects: [identity.dialect],
    credentials: made && { user: made.username, password: made.password, token: made.token, recovery: made.recovery },
    authorization: () => identity.internalAuthorization,
    trail,
    async close() {
      await background?.close();
      await trail.close();
    },
  };
}

function remoteGate(authenticator: Authenticator, trail: EventTrail): RemoteGate {
  return {
    async admit({ head, clientAddress }) {
      const { url: uri, method } = head;
      const options = { uri, method, keys: "cross_cluster", passwords: false } as const;
      const key = await authenticator.authenticate(head.headers, clientAddress, options);
      if (!key) throw missingCredentials(uri);
      return key;
    },
    actingFor: (key, caller) => Promise.resolve().then(() => remoteCaller(key, caller)),
    refused: ({ action, reason, clientAddress, towards }) =>
      trail.record({
        action: "suspicious_request",
        app: "wardex.remote",
        user: undefined,
        context: {
          message: towards ? "A call to another cluster was refused." : "A call of another cluster was refused.",
          call: action,
          reason,
          ...towards,
        },
        clientIp: clientAddress,
        createdMs: systemClock.now(),
      }),
  };
}

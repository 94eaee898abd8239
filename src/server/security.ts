/** Who may do what, for the pipeline: what is needed with security only is loaded where it is on (`secured.ts`). */
import type { Operation, Services } from "../api/operation.ts";
import { resolveDateMath } from "../cluster/date-math-names.ts";
import type { LocalClusterService } from "../cluster/local-cluster-service.ts";
import { systemClock } from "../core/clock.ts";
import type { Documents } from "../documents/documents.ts";
import type { Dialect } from "../http/dialect.ts";
import type { ElasticsearchOptions } from "../http/elasticsearch-dialect.ts";
import type { EventTrail } from "../identity/events/event-trail.ts";
import type { CallersElsewhere } from "../identity/records/watched-record-store.ts";
import type { NotificationSettings } from "../identity/notifications/sender-settings.ts";
import { Authorizer } from "../security/authorizer.ts";
import type { RemoteGate } from "../security/remote-gate.ts";
import { openGate } from "../security/request-gate.ts";
import { unsecuredPrincipal } from "../security/superuser.ts";
import type { Scheduler } from "../tasks/scheduler.ts";
import type { Log } from "./log.ts";

/** Settings of security. */
export interface SecurityOptions {
  readonly enabled: boolean;
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  readonly adminToken: string | undefined;
  /** Whether the first start makes a link by which the administrator sets a password. */
  readonly firstLink?: boolean;
  readonly secretKeyFile: string | undefined;
  /** Whether user names with passwords open the identity interface. */
  readonly identityPasswords: boolean;
  /** How long events of the audit trail are kept. */
  readonly eventRetentionDays: number;
  readonly notifications: NotificationSettings;
  /** Scheme, host and port of links that others follow; undefined: where a request came in. */
  readonly publicUrl?: string | undefined;
}

/** What security is built over. */
export interface SecurityDependencies {
  readonly cluster: LocalClusterService;
  readonly documents: Documents;
  readonly searches: Services["searches"];
  readonly dataPath: string | undefined;
  /** Runs what identity does by itself. */
  readonly scheduler: Scheduler;
  /** Hears of whatever may change who somebody is, or what they may do. */
  readonly callersChanged: () => void;
  /** Other nodes that remember callers; undefined: there are none. */
  readonly elsewhere: CallersElsewhere | undefined;
  /** Ids of the threads that work. */
  readonly workers: () => readonly string[];
  readonly log: Log;
}

/** The administrator that a first start made. */
export interface FirstCredentials {
  readonly user: string;
  readonly password: string | undefined;
  readonly token: string | undefined;
  /** What the link of the console to a password of one's own ends with. */
  readonly recovery: string | undefined;
}

/** What the engine needs of it. */
export interface Security {
  readonly authorize: ElasticsearchOptions["authorize"];
  readonly authorizeIndices: Services["authorizeIndices"];
  readonly remoteGate: RemoteGate;
  /** What is there with security only. */
  readonly operations: readonly Operation[];
  /** Undefined where security is off. */
  readonly identity: Services["identity"];
  /** Interfaces beside the one at `/`. */
  readonly dialects: readonly Dialect[];
  readonly credentials: FirstCredentials | undefined;
  /** For callers within the process: an `Authorization` header of the administrator. */
  readonly authorization: () => string | undefined;
  /** The audit trail; undefined where security is off, as nobody is anybody there. */
  readonly trail: EventTrail | undefined;
  /** Ends what runs by itself, and writes what waits; to be called before the documents are closed. */
  close(): Promise<void>;
}

/** Opens security as the settings say. The rights are checked in either case: the server's own indices stay closed. */
export async function openSecurity(options: SecurityOptions, parts: SecurityDependencies): Promise<Security> {
  const authorizer = new Authorizer((name) => resolveDateMath(name, systemClock.now()));
  const authorizeIndices: Services["authorizeIndices"] = (principal, action, names) =>
    authorizer.action(principal, action, names);
  if (!options.enabled) {
    return {
      authorize: openGate(authorizer, unsecuredPrincipal),
      authorizeIndices,
      remoteGate: openRemoteGate,
      operations: [],
      identity: undefined,
      dialects: [],
      credentials: undefined,
      authorization: () => undefined,
      trail: undefined,
      close: () => Promise.resolve(),
    };
  }
  const { openSecured } = await import("./secured.ts");
  return openSecured(options, parts, { authorizer, authorizeIndices });
}

/** Nobody is asked for a key, and callers have the rights that they bring. */
const openRemoteGate: RemoteGate = {
  admit: () => Promise.resolve(unsecuredPrincipal),
  async actingFor(key, caller) {
    const { remoteCaller } = await import("../identity/directory/remote-caller.ts");
    return remoteCaller(key, caller);
  },
  refused: () => undefined,
};

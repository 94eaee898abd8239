/** Opens identity: the first administrator, who is asking, and the interface at /api/v2beta. */
import type { Clock, MonotonicClock } from "../core/clock.ts";
import { AssertionError } from "../core/assert.ts";
import { RequestError } from "../compat/errors.ts";
import type { Dialect } from "../http/dialect.ts";
import type { Scheduler } from "../tasks/scheduler.ts";
import { CachingAuthenticator } from "../security/caching-authenticator.ts";
import type { CredentialDirectory } from "../security/credential-directory.ts";
import type { ScryptCost } from "../security/password-hash.ts";
import type { Authenticator, UserFinder } from "../security/principal.ts";
import type { SecretBox } from "../security/secret-box.ts";
import { type AdministratorSettings, bootstrap, type MadeCredentials } from "./bootstrap.ts";
import { IdentityDirectory } from "./directory/directory.ts";
import type { IdentityServices } from "./identity-services.ts";
import type { ChangeSink } from "./event-sink.ts";
import type { EventTrail } from "./events/event-trail.ts";
import { identityDialect } from "./interface/identity-dialect.ts";
import { ProtectedRecordStore } from "./directory/protected-record-store.ts";
import { FixedDirectory } from "./directory/internal-directory.ts";
import { MemoryRecordStore } from "./records/memory-record-store.ts";
import { models } from "./records/models.ts";
import { Background } from "./notifications/background.ts";
import { type NotificationSettings, senderSettings } from "./notifications/sender-settings.ts";
import type { RecordStore } from "./records/record-store.ts";
import { endpoints } from "./resources.ts";
import type { IdentityAccess } from "./security/identity-access.ts";
import { BackgroundTasks } from "./tasks/background-tasks.ts";
import { newKey } from "./directory/token-keys.ts";
import { type CallersElsewhere, WatchedRecordStore } from "./records/watched-record-store.ts";

/** What identity is opened with. */
export interface IdentityOptions {
  /** Opens the records; a rejection starts the recovery mode. */
  openStore(): Promise<RecordStore>;
  readonly secretBox: SecretBox;
  /** The administrator of the first start, and of an emergency. */
  readonly administrator: AdministratorSettings;
  /** Whether passwords open /api/v2beta too. */
  readonly passwordsOnIdentity: boolean;
  /** Version of the product. */
  readonly productVersion: string;
  readonly clock: Clock & MonotonicClock;
  /** Runs what identity does by itself; whoever opens identity starts it. */
  readonly scheduler: Scheduler;
  readonly events: ChangeSink;
  /** What was told to `events`. */
  readonly eventStore: EventTrail;
  /** Ids of the threads that work. */
  workers(): readonly string[];
  /** How notifications leave. */
  readonly notifications: NotificationSettings;
  /** Scheme, host and port of links that others follow; absent: where a request came in. */
  readonly publicUrl?: string | undefined;
  /** Cost of the hashes of passwords; the usual one when absent. */
  readonly passwordCost?: ScryptCost;
  readonly log: (level: "error" | "warn" | "info", message: string) => void;
  /** Hears of whatever may change who somebody is, or what they may do. */
  readonly callersChanged?: () => void;
  /** Other nodes that remember callers; absent: there are none. */
  readonly elsewhere?: CallersElsewhere | undefined;
}

/** Open identity. */
export interface Identity {
  /** For both interfaces. */
  readonly authenticator: Authenticator;
  /** The interface at /api/v2beta. */
  readonly dialect: Dialect;
  /** What the first start made; undefined on later ones. */
  readonly made: MadeCredentials | undefined;
  /** For the operations of `_security`. */
  readonly access: IdentityAccess;
  /** The records, for whoever administers them from within. In recovery mode there are none. */
  readonly store: RecordStore;
  /** An `Authorization` header for callers within the process: a superuser, known to this process alone. */
  readonly internalAuthorization: string;
  /** What runs by itself: to be closed before the records are. Undefined in recovery mode. */
  readonly background: Background | undefined;
  /** Why only the environment's credentials work; undefined: all is well. */
  readonly recovery: string | undefined;
}

/**
 * Never rejects for damaged records: then the environment's credentials work, and the identity interface answers 503.
 */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  try {
    return await open(options);
  } catch (error) {
    const damaged = error instanceof AssertionError || (error instanceof RequestError && error.status >= 500);
    if (!damaged) throw error;
    return recover(options, error.message);
  }
}

async function open(options: IdentityOptions): Promise<Identity> {
  const { secretBox, clock, scheduler, events, eventStore, productVersion, passwordCost, administrator, log } = options;
  const watched = new WatchedRecordStore(await options.openStore(), options.callersChanged, options.elsewhere);
  const store = new ProtectedRecordStore(watched);
  const { made, keyFits } = await bootstrap(store, secretBox, administrator, {
    nowMs: clock.now(),
    passwordCost,
  });
  if (!keyFits)
    log(
      "error",
      "the secret key is not the one that tokens were encrypted with: no token works, passwords do; start with the right --secret-key-file",
    );
  const directory = new IdentityDirectory({ store: watched, secretBox, clock, events, log });
  const senders = senderSettings(options.notifications, productVersion, secretBox);
  const background = await Background.open({
    store: watched,
    scheduler,
    secretBox,
    events,
    eventStore,
    clock,
    senders,
    log,
  });
  const workers = (): readonly string[] => options.workers();
  const services = {
    store,
    secretBox,
    clock,
    events,
    eventStore,
    workers,
    tasks: background.tasks,
    senders,
    productVersion,
    passwordCost,
  };
  return put(options, services, directory, {
    made,
    background,
    recovery: undefined,
    replaced: () => watched.replaced(),
  });
}

function recover(options: IdentityOptions, reason: string): Identity {
  const { administrator, secretBox, clock, scheduler, events, eventStore, productVersion, log } = options;
  const { username, password, token } = administrator;
  const recovery = `The identity records cannot be read: ${reason}`;
  log("error", recovery);
  const none = password === undefined && token === undefined;
  log(
    "error",
    none
      ? "nobody can authenticate; start with an administrator's password or token in the settings to get in"
      : `only the administrator [${username}] of the settings can authenticate`,
  );
  const directory = new FixedDirectory({ username, password, key: token }, undefined);
  const store = new ProtectedRecordStore(new MemoryRecordStore(models));
  const tasks = new BackgroundTasks({ scheduler, store, events, clock, log });
  const senders = senderSettings(options.notifications, productVersion, secretBox);
  const workers = (): readonly string[] => options.workers();
  const services = { store, secretBox, clock, events, eventStore, workers, tasks, senders, productVersion };
  return put(options, services, directory, {
    made: undefined,
    background: undefined,
    recovery,
    // They are read at the next start.
    replaced: () => undefined,
  });
}

function put(
  options: IdentityOptions,
  services: IdentityServices & { readonly store: ProtectedRecordStore },
  directory: CredentialDirectory & UserFinder,
  state: Pick<Identity, "made" | "background" | "recovery"> & { readonly replaced: () => void },
): Identity {
  const key = newKey();
  const withInternal = new FixedDirectory(
    { username: options.administrator.username, password: undefined, key },
    directory,
  );
  const authenticator = new CachingAuthenticator(withInternal, options.clock, { passwordCost: options.passwordCost });
  const dialect = identityDialect({
    endpoints,
    services,
    storeFor: (writer) => services.store.for(writer),
    authenticator,
    passwords: options.passwordsOnIdentity,
    publicUrl: options.publicUrl,
    ...(state.recovery === undefined ? {} : { unavailable: state.recovery }),
    log: options.log,
  });
  const access: IdentityAccess = {
    services,
    authenticator,
    passwords: authenticator,
    users: directory,
    recovery: state.recovery,
    recordsReplaced() {
      state.replaced();
      access.clearCaches();
    },
    clearCaches() {
      authenticator.clear();
      options.callersChanged?.();
    },
  };
  const { made, background, recovery } = state;
  return {
    authenticator,
    dialect,
    access,
    store: services.store,
    internalAuthorization: `Bearer ${key}`,
    made,
    background,
    recovery,
  };
}

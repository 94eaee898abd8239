/** Who is asking: one model for both interfaces. */
import type { IndexGrant } from "../access/index-grant.ts";
import type { JsonObject } from "../core/json.ts";

/** Privileges of an application on some of its resources; all three are patterns. */
export interface ApplicationGrant {
  readonly application: string;
  readonly privileges: readonly string[];
  readonly resources: readonly string[];
}

/** Rights on other clusters, as descriptors say them: they count there, together with the key of the link. */
export interface RemoteRights {
  readonly indices: readonly RemoteDescriptor[];
  readonly cluster: readonly RemoteDescriptor[];
}

/** One entry of a descriptor, with the patterns of the clusters where it counts. */
export interface RemoteDescriptor {
  readonly clusters: readonly string[];
  /** The rest of it, in the form of Elasticsearch. */
  readonly given: JsonObject;
}

/** What somebody may do. */
export interface Rights {
  /** Names of privileges in lower case, and patterns of actions (`cluster:monitor/*`). */
  readonly clusterPrivileges: readonly string[];
  readonly indices: IndexGrant;
  readonly applications: readonly ApplicationGrant[];
  /** Patterns of the names of users in whose place the caller may act. */
  readonly runAs: readonly string[];
  /** Absent: none. */
  readonly remote?: RemoteRights | undefined;
}

/** An API key that a caller came with. */
export interface UsedKey {
  readonly id: string;
  readonly name: string;
  /** Absent: it is not that of a link between clusters. */
  readonly type?: "cross_cluster";
  /** Whose it is, where the caller is somebody of another cluster. */
  readonly owner?: string;
}

/** A verified caller. Immutable; made anew when the record behind it changes. */
export interface Principal extends Rights {
  /** User name; `_anonymous` where anonymous access is configured. */
  readonly username: string;
  /** Primary key of the user record; 0 for the anonymous and the environment's emergency administrator. */
  readonly userId: number;
  readonly superuser: boolean;
  /** Names of the roles that the caller was given. */
  readonly roles: readonly string[];
  /** Those of them that are not there. */
  readonly missingRoles?: readonly string[];
  /** How the caller proved who they are. */
  readonly authentication: "password" | "token" | "api_key" | "access_token" | "session" | "anonymous" | "off";
  /** Token or API key identifier, when one was used. */
  readonly credentialId: string | undefined;
  /** The API key that was used, with its name at the interface of Elasticsearch. */
  readonly apiKey?: UsedKey | undefined;
  /**
   * What the owner of an API key with rights of its own may do: only what both may is allowed. That of `indices` stands
   * in there too.
   */
  readonly limitedBy?: Rights | undefined;
  /** Who proved who they are, where the caller acts in the place of another (`run as`). */
  readonly authenticatedAs?: Principal | undefined;
  /** Identity permissions (`view_user` …, simple patterns) of the caller's roles; superusers have all without them. */
  readonly permissions: readonly string[];
  readonly email: string;
  readonly fullName: string;
}

/** What an interface allows beside keys, and what a refusal names. */
export interface AuthenticationOptions {
  /** Whether a user name with a password is good enough; true when absent. */
  readonly passwords?: boolean;
  /** Address of the request (path and query), named in refusals. */
  readonly uri?: string;
  /**
   * Method of the request: a session alone does not suffice for what changes something. Taken as one that does when
   * absent.
   */
  readonly method?: string;
  /** Which API keys count: those of links between clusters are for these alone; absent: all others. */
  readonly keys?: "cross_cluster";
}

/** Finds those in whose place others act. */
export interface UserFinder {
  /** An active user as a caller; undefined when there is none of the name, `disabled` when it is not active. */
  findCaller(username: string): Promise<Principal | "disabled" | undefined>;
}

/** Verifies passwords where somebody signs in. */
export interface PasswordVerifier {
  /**
   * The user with this password; undefined for none. Throws RequestError 429 when there were too many wrong ones. Tells
   * of refusals.
   */
  verifyPassword(username: string, password: string, clientAddress: string): Promise<Principal | undefined>;
}

/** A caller whose credentials were verified a while ago. */
export interface RememberedCaller {
  readonly principal: Principal;
  /** When they are verified anew at the latest, in milliseconds since 1970. */
  readonly untilMs: number;
  /** Whether they would be verified now, to the same caller. */
  holds(): boolean;
}

/** Verifies credentials. */
export interface Authenticator {
  /**
   * The caller of a request from its `Authorization` header (and session cookie), or undefined when there are none.
   * Throws RequestError 401 `security_exception` (with WWW-Authenticate in `details.header`) for wrong ones, 429 when
   * there were too many wrong ones.
   */
  authenticate(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    clientAddress: string,
    options?: AuthenticationOptions,
  ): Promise<Principal | undefined>;
  /** The caller whom an `Authorization` header proved that was verified before; undefined where that is not known. */
  remembered(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    clientAddress: string,
  ): RememberedCaller | undefined;
}

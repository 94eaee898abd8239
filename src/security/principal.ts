/** Who is asking: one model for both interfaces. */
import type { IndexGrant } from "../documents/documents.ts";

/** A verified caller. Immutable; made anew when the record behind it changes. */
export interface Principal {
  /** User name; `_anonymous` where anonymous access is configured. */
  readonly username: string;
  /** Primary key of the user record; 0 for the anonymous and the environment's emergency administrator. */
  readonly userId: number;
  readonly superuser: boolean;
  /** Names of roles. */
  readonly roles: readonly string[];
  /** How the caller proved who they are. */
  readonly authentication: "password" | "token" | "api_key" | "session" | "anonymous" | "off";
  /** Token or API key identifier, when one was used. */
  readonly credentialId: string | undefined;
  readonly clusterPrivileges: readonly string[];
  /** Identity permissions (`view_user` …) of the caller's roles; superusers have all without them. */
  readonly permissions: readonly string[];
  readonly indices: IndexGrant;
  readonly email: string;
  readonly fullName: string;
}

/** What an interface allows beside keys, and what a refusal names. */
export interface AuthenticationOptions {
  /** Whether a user name with a password is good enough; true when absent. */
  readonly passwords?: boolean;
  /** Address of the request (path and query), named in refusals. */
  readonly uri?: string;
  /** Method of the request: a session alone does not suffice for what changes something. Taken as one that does when absent. */
  readonly method?: string;
}

/** Verifies passwords where somebody signs in. */
export interface PasswordVerifier {
  /** The user with this password; undefined for none. Throws RequestError 429 when there were too many wrong ones. Tells of refusals. */
  verifyPassword(username: string, password: string, clientAddress: string): Promise<Principal | undefined>;
}

/** Verifies credentials. */
export interface Authenticator {
  /**
   * The caller of a request from its `Authorization` header (and session cookie), or undefined when there are none.
   * Throws RequestError 401 `security_exception` (with WWW-Authenticate in `details.header`) for wrong ones, 429 when there were too
   * many wrong ones.
   */
  authenticate(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    clientAddress: string,
    options?: AuthenticationOptions,
  ): Promise<Principal | undefined>;
}

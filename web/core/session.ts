/** Who is asking, and what they may do. The server decides in any case: this only keeps dead ends out of the way. */
import { effect, signal } from "@preact/signals";
import { call, cookie, sessionEnded } from "./api.ts";
import { forgetAll, kept } from "./storage.ts";

/** The person. */
export interface Me {
  readonly pk: number;
  readonly username: string;
  readonly name: string;
  readonly is_superuser: boolean;
}

/** What the person may do, as far as the menu and buttons ask. */
export interface Rights {
  readonly superuser: boolean;
  readonly cluster: Readonly<Record<string, boolean>>;
  /** On all indices; single ones are asked where they are shown. */
  readonly everywhere: Readonly<Record<string, boolean>>;
  /** Permissions of the identity interface. */
  readonly identity: Readonly<Record<string, boolean>>;
}

/** `off`: the server asks nobody. */
export type Security = "on" | "off";

const CLUSTER = ["monitor", "manage", "manage_security", "manage_pipeline", "manage_index_templates"];
const INDEX = ["read", "index", "write", "create_index", "manage", "delete_index", "view_index_metadata", "monitor"];
const MODELS = [
  "user",
  "group",
  "token",
  "application",
  "certificatekeypair",
  "event",
  "notificationrule",
  "notificationtransport",
  "policybinding",
  "eventmatcherpolicy",
];
const VERBS = ["view", "add", "change", "delete"];
const MORE = [
  "reset_user_password",
  "view_token_key",
  "view_certificatekeypair_certificate",
  "view_certificatekeypair_key",
];

const NOTHING: Rights = { superuser: false, cluster: {}, everywhere: {}, identity: {} };

export const security = signal<Security>("on");
/** Undefined: nobody yet; null: nobody is signed in. */
export const me = signal<Me | null | undefined>(undefined);
export const rights = signal<Rights>(NOTHING);
/** The session ended under an open page: what stands there is kept behind the question for the password. */
export const expired = signal(false);
/** It ended as nobody was there. */
export const locked = signal(false);

/** Whose the things are that this browser keeps; 0: nobody's. */
const whose = kept("whose", 0);

let seen = sessionEnded.value;
effect(() => {
  const now = sessionEnded.value;
  if (now !== seen && me.peek()) expired.value = true;
  seen = now;
});

/** Looks who is here when the page opens. */
export async function open(): Promise<void> {
  if (document.documentElement.dataset["security"] === "off") {
    security.value = "off";
    const all = Object.fromEntries([...CLUSTER, ...INDEX].map((name) => [name, true]));
    rights.value = { superuser: true, cluster: all, everywhere: all, identity: {} };
    me.value = { pk: 0, username: "anyone", name: "anyone", is_superuser: true };
    return;
  }
  security.value = "on";
  if (!hasCookie()) {
    me.value = null;
    return;
  }
  const answer = await call<Me>("GET", "/api/v2beta/core/users/me/", undefined, { anonymous: true });
  if (answer.ok) await enter(answer.body);
  else me.value = null;
}

/** Takes over who has signed in. */
export async function enter(person: Me): Promise<void> {
  const before = me.peek();
  rights.value = await rightsOf(person);
  const last = before?.pk ?? whose.peek();
  if (last !== 0 && last !== person.pk) {
    // Somebody else: nothing of the one before stays on the page, nor in this browser.
    leave();
    return;
  }
  me.value = person;
  whose.value = person.pk;
  expired.value = locked.value = false;
}

async function rightsOf(person: Me): Promise<Rights> {
  const privileges = [...VERBS.flatMap((verb) => MODELS.map((model) => `${verb}_${model}`)), ...MORE];
  if (person.is_superuser) {
    const all = (names: readonly string[]): Record<string, boolean> =>
      Object.fromEntries(names.map((name) => [name, true]));
    return { superuser: true, cluster: all(CLUSTER), everywhere: all(INDEX), identity: all(privileges) };
  }
  interface Has {
    readonly cluster: Record<string, boolean>;
    readonly index: Record<string, Record<string, boolean>>;
    readonly application: Record<string, Record<string, Record<string, boolean>>>;
  }
  const { ok, body } = await call<Has>("POST", "/_security/user/_has_privileges", {
    cluster: CLUSTER,
    index: [{ names: ["*"], privileges: INDEX }],
    application: [{ application: "wardex", privileges, resources: ["*"] }],
  });
  if (!ok) return NOTHING;
  return {
    superuser: false,
    cluster: body.cluster,
    everywhere: body.index["*"] ?? {},
    identity: body.application["wardex"]?.["*"] ?? {},
  };
}

export async function signIn(username: string, password: string): Promise<string | undefined> {
  const answer = await call<{ user: Me }>(
    "POST",
    "/api/v2beta/auth/sign_in/",
    { username, password },
    { anonymous: true },
  );
  if (answer.ok) {
    await enter(answer.body.user);
    return undefined;
  }
  if (answer.status === 401) return "User name and password do not match.";
  if (answer.status === 429)
    return `Too many wrong passwords. Wait ${answer.headers.get("retry-after") ?? "60"} seconds and try again.`;
  return answer.fault?.reason ?? "The server said no.";
}

/** Ends the session and leaves the page as it is, behind the question for the password. */
export async function lock(): Promise<void> {
  locked.value = true;
  expired.value = true;
  await call("POST", "/api/v2beta/auth/sign_out/", undefined, { anonymous: true });
}

/** Ends the session; the page is left, so that the way back shows nothing. */
export async function signOut(): Promise<void> {
  await call("POST", "/api/v2beta/auth/sign_out/", undefined, { anonymous: true });
  me.value = null;
  leave();
}

/** The page as it is for who comes first, whatever its address was. */
function leave(): void {
  forgetAll();
  history.replaceState(null, "", "/ui/");
  location.reload();
}

export const hasCookie = (): boolean => cookie("wardex_csrf") !== "";

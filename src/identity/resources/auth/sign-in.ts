/** Signing in: a user name and a password for a session in a cookie. The one operation that needs no credentials. */
import type { JsonObject } from "../../../core/json.ts";
import { sessionCookies } from "../../../security/session-cookies.ts";
import { reference } from "../../interface/component.ts";
import type { Endpoint, IdentityRequest, IdentityResponse } from "../../interface/endpoint.ts";
import { text, type Field } from "../../interface/fields.ts";
import { notAuthenticated } from "../../interface/identity-errors.ts";
import { eventUser, givenPasswordField } from "../../directory/new-password.ts";
import { noteLogin } from "../../directory/note-login.ts";
import type { StoredRecord } from "../../records/record-store.ts";
import { beginSession, csrfOf, SESSION_SECONDS } from "../../directory/sessions.ts";
import { stringOf } from "../../records/stored-values.ts";
import { showUsers } from "../../directory/user-view.ts";
import { validBody } from "../../interface/validate-body.ts";

const fields: readonly Field[] = [
  { name: "username", kind: text({ maxLength: 150 }), required: true },
  givenPasswordField,
];

const sessionSchema: JsonObject = {
  type: "object",
  required: ["user", "expires"],
  properties: { user: reference("User"), expires: { type: "string", format: "date-time", readOnly: true } },
};

export const signIn: Endpoint = {
  path: "auth/sign_in/",
  title: "Sign In",
  components: [{ name: "Session", schema: sessionSchema }],
  methods: {
    POST: {
      id: "auth_sign_in",
      summary: "Sign in with a password; the session is in the cookies of the answer",
      body: { name: "SignIn", fields },
      answer: { status: 200, description: "Signed in.", schema: reference("Session") },
      refusals: [400, 401, 413, 415],
      public: true,
      async handle(request) {
        const values = await validBody(request, fields);
        const principal = await request.passwords.verifyPassword(
          stringOf(values, "username"),
          stringOf(values, "password"),
          request.clientIp,
        );
        const user = principal && (await request.store.get(`user:${principal.userId}`));
        if (!user) throw notAuthenticated("Invalid username or password.");
        return signedIn(request, user, { auth_method: "password" });
      },
    },
  },
};

/** Begins the session, and tells of it. */
export async function signedIn(
  request: IdentityRequest,
  user: StoredRecord,
  context: JsonObject,
): Promise<IdentityResponse> {
  const nowMs = request.clock.now();
  const { key, expiresMs } = await beginSession(request, user, nowMs);
  const who = eventUser(user);
  request.events.record({
    action: "login",
    app: "wardex.identity.auth",
    user: who,
    context,
    clientIp: request.clientIp,
    createdMs: nowMs,
  });
  await noteLogin(request.store, who.pk, nowMs);
  const [shown = {}] = await showUsers([(await request.store.get(user.id)) ?? user], request);
  return {
    status: 200,
    body: { user: shown, expires: new Date(expiresMs).toISOString() },
    headers: {
      "Set-Cookie": sessionCookies(key, csrfOf(request.secretBox, key), {
        secure: request.secure,
        lifetimeSeconds: SESSION_SECONDS,
      }),
    },
  };
}

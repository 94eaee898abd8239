/** Where a recovery link leads: a page that asks for a new password, and what takes it. The link works once. */
import { type Endpoint, type IdentityRequest, type ToldEvent, toldStore } from "../../interface/endpoint.ts";
import { type Field, text } from "../../interface/fields.ts";
import { detail, invalid } from "../../interface/identity-errors.ts";
import { eventUser, passwordField, writePassword } from "../../directory/new-password.ts";
import { findRecovery } from "../../directory/one-time-key.ts";
import { page } from "../../pages/page.ts";
import { RecordConflict, type StoredRecord } from "../../records/record-store.ts";
import { reference } from "../../interface/component.ts";
import { stringOf } from "../../records/stored-values.ts";
import { readBody } from "../../interface/validate-body.ts";
import { signedIn } from "./sign-in.ts";

const fields: readonly Field[] = [
  { name: "token", kind: text({ maxLength: 200 }), required: true, writeOnly: true },
  passwordField,
];

export const recover: Endpoint = {
  path: "auth/recovery/",
  title: "Recovery",
  methods: {
    GET: {
      id: "auth_recovery_page",
      summary: "The page of a recovery link",
      query: [{ name: "token", schema: { type: "string" }, description: "Key of a recovery token." }],
      answer: {
        status: 200,
        description: "A page that asks for a new password.",
        schema: { type: "string" },
        media: ["text/html"],
      },
      refusals: [404],
      public: true,
      async handle(request) {
        if (!(await findRecovery(request, request.query["token"] ?? ""))) throw gone();
        return recoveryPage();
      },
    },
    POST: {
      id: "auth_recovery",
      summary: "Set a new password by a recovery token, and sign in",
      body: { name: "Recovery", fields },
      answer: { status: 200, description: "Signed in.", schema: reference("Session") },
      refusals: [400, 404, 413, 415],
      public: true,
      async handle(request) {
        const { values, errors } = readBody(fields, await request.body(), false);
        // Whether the link works comes before what is wrong with the password, as existence comes before the body.
        const found = typeof values["token"] === "string" ? await findRecovery(request, values["token"]) : undefined;
        if (!found && !Object.hasOwn(errors, "token")) throw gone();
        if (!found || Object.keys(errors).length > 0) throw invalid(errors);
        await useUp(request, found.token);
        const owner = { ...request.principal, ...ownerOf(found.user) };
        const told = passwordSet(found.user);
        const writing = { ...request, store: toldStore({ ...request, principal: owner }, () => [told]) };
        await writePassword(writing, found.user, stringOf(values, "password"));
        const user = await request.store.get(found.user.id);
        if (!user) throw gone();
        return signedIn(request, user, { auth_method: "recovery" });
      },
    },
  },
};

function passwordSet(user: StoredRecord): ToldEvent {
  return { action: "password_set", app: "wardex.identity.auth", context: { user: eventUser(user) } };
}

function ownerOf(user: StoredRecord): { userId: number; username: string; email: string } {
  const { pk, username, email } = eventUser(user);
  return { userId: pk, username, email };
}

/** Before anything else: of two who come with the same link one finds it used. */
async function useUp({ store }: IdentityRequest, token: StoredRecord): Promise<void> {
  try {
    await store.change([{ kind: "delete", id: token.id, ifSeqNo: token.seqNo }]);
  } catch (error) {
    if (error instanceof RecordConflict) throw gone();
    throw error;
  }
}

function gone(): Error {
  return detail(404, "The link does not work: it was used, or is too old.");
}

// The key stays in the address of the page and goes into the body of the request; forms of browsers could not send
// JSON.
const SCRIPT = `
document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const password = document.querySelector("input").value;
  const token = new URLSearchParams(location.search).get("token");
  const answer = await fetch(location.pathname, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token, password }) });
  const body = await answer.json();
  document.querySelector("output").textContent = answer.ok ? "The password is set, and you are signed in." : (body.detail ?? Object.values(body).flat().join(" "));
});`;

const recoveryPage = (): ReturnType<typeof page> =>
  page({
    title: "New password",
    body: `<form><label>New password <input type="password" autocomplete="new-password" required></label> <button>Set password</button></form><output></output>`,
    script: SCRIPT,
  });

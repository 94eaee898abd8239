/** Signing out: ends the session of the cookie. */
import { endedCookies, sessionKeyOf } from "../../../security/session-cookies.ts";
import { type Endpoint, recordEvent } from "../../interface/endpoint.ts";
import { detail } from "../../interface/identity-errors.ts";
import { endSession } from "../../directory/sessions.ts";

export const signOut: Endpoint = {
  path: "auth/sign_out/",
  title: "Sign Out",
  methods: {
    POST: {
      id: "auth_sign_out",
      summary: "End the session",
      answer: { status: 204, description: "Done, no body." },
      refusals: [400],
      async handle(request) {
        const key = sessionKeyOf(request.headers);
        if (request.principal.authentication !== "session" || key === undefined)
          throw detail(400, "There is no session: the request has other credentials.");
        await endSession(request, key);
        recordEvent(request, { action: "logout", app: "wardex.identity.auth", context: {} });
        return { status: 204, headers: { "Set-Cookie": endedCookies() } };
      },
    },
  },
};

/** Shows the key of a token to those who see the token; the audit trail tells of it. */
import { type Endpoint, recordEvent } from "../../endpoint.ts";
import { detail } from "../../identity-errors.ts";
import { eventApp, eventModel, seen } from "../../resource-records.ts";
import { openKey } from "../../token-keys.ts";
import { SecretUnreadable } from "../../../security/secret-box.ts";
import { tokens } from "./tokens.ts";

export const viewKey: Endpoint = {
  path: "core/tokens/{identifier}/view_key/",
  title: "Token View Key",
  methods: {
    async GET(request, parameters) {
      const token = await seen(tokens, request, parameters["identifier"] ?? "");
      let key: string;
      try {
        key = openKey(token.fields, token.id, request.secretBox);
      } catch (error) {
        if (!(error instanceof SecretUnreadable)) throw error;
        throw detail(503, "The key cannot be read: the server's secret key is another one than when the token was made.");
      }
      recordEvent(request, { action: "secret_view", app: eventApp(tokens), context: { secret: eventModel(tokens, token) } });
      return { status: 200, body: { key } };
    },
  },
};

/** Shows the key of a token to its owner, and to who holds the permission; the audit trail tells of it. */
import { reference } from "../../interface/component.ts";
import { type Endpoint, recordEvent } from "../../interface/endpoint.ts";
import { assertNoEscalation, assertUnlimited } from "../../directory/escalation.ts";
import { detail, permissionDenied } from "../../interface/identity-errors.ts";
import { holds } from "../../directory/permissions.ts";
import { eventApp, eventModel, seen } from "../../interface/resource-records.ts";
import { numberOf } from "../../records/stored-values.ts";
import { openKey } from "../../directory/token-keys.ts";
import { SecretUnreadable } from "../../../security/secret-box.ts";
import { tokens } from "./tokens.ts";

export const viewKey: Endpoint = {
  path: "core/tokens/{identifier}/view_key/",
  title: "Token View Key",
  parameters: { identifier: tokens.keySchema },
  components: [
    {
      name: "TokenView",
      schema: { type: "object", required: ["key"], properties: { key: { type: "string", readOnly: true } } },
    },
  ],
  methods: {
    GET: {
      id: "core_tokens_view_key",
      summary: "Show the key of a token",
      answer: { status: 200, description: "Success.", schema: reference("TokenView") },
      refusals: [403, 404, 503],
      permission: "view_token_key",
      async handle(request, parameters) {
        const { principal, store } = request;
        const token = await seen(tokens, request, parameters["identifier"] ?? "");
        assertUnlimited(principal);
        const owner = numberOf(token.fields, "user");
        if (owner !== principal.userId) {
          if (!holds(principal, "view_token_key")) throw permissionDenied();
          const user = await store.get(`user:${owner}`);
          if (user) await assertNoEscalation(store, principal, user);
        }
        let key: string;
        try {
          key = openKey(token.fields, token.id, request.secretBox);
        } catch (error) {
          if (!(error instanceof SecretUnreadable)) throw error;
          throw detail(
            503,
            "The key cannot be read: the server's secret key is another one than when the token was made.",
          );
        }
        recordEvent(request, {
          action: "secret_view",
          app: eventApp(tokens),
          context: { secret: eventModel(tokens, token) },
        });
        return { status: 200, body: { key } };
      },
    },
  },
};

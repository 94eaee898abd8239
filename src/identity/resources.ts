/** Every path of the identity interface that is there. */
import type { Endpoint } from "./endpoint.ts";
import { resource } from "./resource.ts";
import { groups } from "./resources/core/groups.ts";
import { me } from "./resources/core/me.ts";
import { setPassword } from "./resources/core/set-password.ts";
import { tokens } from "./resources/core/tokens.ts";
import { users } from "./resources/core/users.ts";
import { viewKey } from "./resources/core/view-key.ts";

export const endpoints: readonly Endpoint[] = [...resource(groups), ...resource(tokens), viewKey, ...resource(users), me, setPassword];

/** Whose a context of searches is. */
import type { Principal } from "../../security/principal.ts";

/** The key where one was used, else the user: whoever takes over a password takes over what is open. */
export function ownerOf({ authentication, credentialId, userId, username }: Principal): string {
  if ((authentication === "token" || authentication === "api_key") && credentialId !== undefined)
    return `${authentication}:${credentialId}`;
  return `user:${userId}:${username}`;
}

/** The same, of a context that another cluster asked for: the key of the link and the user there. */
export function ownerElsewhere(principal: Principal): string {
  return `link:${ownerOf(principal)}:${principal.username}`;
}

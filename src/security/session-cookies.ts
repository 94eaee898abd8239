/**
 * The cookies of a session. `wardex_session` holds the key and is out of reach of scripts; `wardex_csrf` is there to be
 * read by the pages of this server and sent back in `X-CSRFToken` with whatever changes something, which pages of
 * others cannot.
 */
const SESSION_COOKIE = "wardex_session";
const CSRF_COOKIE = "wardex_csrf";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Key of the session that a request names; undefined: none. */
export function sessionKeyOf(headers: Headers): string | undefined {
  const header = headers["cookie"];
  const text = Array.isArray(header) ? header.join(";") : header;
  for (const part of (text ?? "").split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === SESSION_COOKIE)
      return part.slice(equals + 1).trim() || undefined;
  }
  return undefined;
}

/** Values of `Set-Cookie` that begin a session. `secure`: the client came over TLS. */
export function sessionCookies(
  key: string,
  csrf: string,
  options: { secure: boolean; lifetimeSeconds: number },
): string[] {
  const shared = `Path=/; Max-Age=${options.lifetimeSeconds}; SameSite=Strict${options.secure ? "; Secure" : ""}`;
  return [`${SESSION_COOKIE}=${key}; HttpOnly; ${shared}`, `${CSRF_COOKIE}=${csrf}; ${shared}`];
}

/** Values of `Set-Cookie` that end a session. */
export function endedCookies(): string[] {
  return [
    `${SESSION_COOKIE}=; HttpOnly; Path=/; Max-Age=0; SameSite=Strict`,
    `${CSRF_COOKIE}=; Path=/; Max-Age=0; SameSite=Strict`,
  ];
}

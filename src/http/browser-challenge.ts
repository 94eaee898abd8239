/**
 * 401 for scripts of pages: a browser that is asked for `Basic` opens a dialogue of its own, over whatever page asked.
 */
import { RequestError } from "../compat/errors.ts";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Whether a script of a page asks, and not a person who opens an address, nor a program: Node's `fetch` sends the mode,
 * but no site.
 */
export function isScripted(headers: Headers): boolean {
  const mode = headers["sec-fetch-mode"];
  return (
    headers["x-requested-with"] !== undefined ||
    (mode !== undefined && mode !== "navigate" && headers["sec-fetch-site"] !== undefined)
  );
}

/** The error as it is, but for scripts without the challenge that makes browsers ask their user. */
export function withoutPrompt(error: unknown, headers: Headers): unknown {
  if (!(error instanceof RequestError) || error.status !== 401 || !isScripted(headers)) return error;
  const header = error.details["header"];
  if (typeof header !== "object" || header === null || !("WWW-Authenticate" in header)) return error;
  const challenges = [header["WWW-Authenticate"]].flat().filter((challenge) => !/^basic\b/i.test(String(challenge)));
  const details = { ...error.details, header: { ...header, "WWW-Authenticate": challenges } };
  return new RequestError(error.status, error.type, error.message, {
    details,
    cause: error.cause,
    ...(error.rootCauses ? { rootCauses: error.rootCauses } : {}),
  });
}

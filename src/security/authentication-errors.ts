/** 401 `security_exception`, in Elasticsearch's words and with its challenges. */
import { type ErrorDetails, RequestError } from "../compat/errors.ts";
import type { Credentials } from "./credentials.ts";

/** The ways to authenticate, as `WWW-Authenticate` names them. */
const CHALLENGES = ['Basic realm="security", charset="UTF-8"', 'Bearer realm="security"', "ApiKey"];

const NOT_AUTHENTICATED =
  "unable to authenticate with provided credentials and anonymous access is not allowed for this request";

/** There are no credentials, or none of a kind that is known. */
export function missingCredentials(uri: string): RequestError {
  return unauthenticated(`missing authentication credentials for REST request [${uri}]`);
}

/** The credentials are wrong. Never says what of them is wrong. */
export function wrongCredentials(credentials: Credentials, uri: string): RequestError {
  switch (credentials.kind) {
    case "password":
      return unauthenticated(`unable to authenticate user [${credentials.username}] for REST request [${uri}]`);
    case "api_key":
      return unsuccessful(`API key: apikey authentication for id ${credentials.id} encountered a failure`);
    case "malformed":
      if (credentials.scheme === "apikey") return unsuccessful(`API key: ${credentials.reason}`);
      return unauthenticated(credentials.reason, credentials.cause);
    case "key":
      if (credentials.scheme === "bearer") return unsuccessful("oauth2 token: invalid token");
      if (credentials.scheme === "basic") return unauthenticated("invalid basic authentication header value");
      return unauthenticated(NOT_AUTHENTICATED);
  }
}

/** The key is good, but for something else. */
export function wrongKindOfKey(id: string, expected: string, actual: string): RequestError {
  return unauthenticated(
    `authentication expected API key type of [${expected}], but API key [${id}] has type [${actual}]`,
  );
}

/** 403: a session alone does not prove that its owner wants what is asked. */
export function forgedRequest(): RequestError {
  return new RequestError(
    403,
    "security_exception",
    "CSRF Failed: send the value of the cookie wardex_csrf in the header X-CSRFToken",
  );
}

/** The user in whose place the caller is to act is not enabled: as Elasticsearch, it is the caller who is refused. */
export function disabledUser(username: string, uri: string): RequestError {
  return unauthenticated(`unable to authenticate user [${username}] for REST request [${uri}]`);
}

/** A password that came in a body is wrong; `header` names the ways to authenticate, as for any other. */
export function wrongPassword(username: string, action: string, details: ErrorDetails = {}): RequestError {
  return unauthenticated(`unable to authenticate user [${username}] for action [${action}]`, undefined, details);
}

/** 429: too many wrong credentials came from this side. */
export function tooManyFailures(retryAfterSeconds: number): RequestError {
  return new RequestError(
    429,
    "security_exception",
    `too many failed attempts to authenticate, try again in [${retryAfterSeconds}s]`,
    {
      details: { header: { "Retry-After": [String(retryAfterSeconds)] } },
    },
  );
}

/** 429: more passwords wait to be looked at than there is room for. */
export function tooManyChecks(): RequestError {
  return new RequestError(429, "security_exception", "too many passwords are being checked, try again later", {
    details: { header: { "Retry-After": ["1"] } },
  });
}

function unsuccessful(why: string): RequestError {
  return unauthenticated(NOT_AUTHENTICATED, undefined, { additional_unsuccessful_credentials: why });
}

function unauthenticated(reason: string, cause?: RequestError, details: ErrorDetails = {}): RequestError {
  return new RequestError(401, "security_exception", reason, {
    details: { ...details, header: { "WWW-Authenticate": CHALLENGES } },
    cause,
  });
}

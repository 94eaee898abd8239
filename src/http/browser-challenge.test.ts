import { expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import { withoutPrompt } from "./browser-challenge.ts";

const CHALLENGES = ['Basic realm="security", charset="UTF-8"', 'Bearer realm="security"', "ApiKey"];
const denied = new RequestError(401, "security_exception", "who?", {
  details: { header: { "WWW-Authenticate": CHALLENGES } },
});

test.each([
  [{}, CHALLENGES],
  [{ "sec-fetch-mode": "navigate" }, CHALLENGES],
  [{ "sec-fetch-mode": "cors" }, CHALLENGES],
  [{ "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" }, CHALLENGES.slice(1)],
  [{ "sec-fetch-mode": "same-origin", "sec-fetch-site": "same-origin" }, CHALLENGES.slice(1)],
  [{ "x-requested-with": "XMLHttpRequest" }, CHALLENGES.slice(1)],
])("a request with %j is told %j", (headers, challenges) => {
  const error = withoutPrompt(denied, headers);
  expect(error).toMatchObject({
    status: 401,
    type: "security_exception",
    message: "who?",
    details: { header: { "WWW-Authenticate": challenges } },
  });
});

test("other errors stay what they are", () => {
  for (const error of [
    new RequestError(403, "security_exception", "no", { details: { header: {} } }),
    new RequestError(401, "x", "y"),
    new Error("bug"),
  ])
    expect(withoutPrompt(error, { "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" })).toBe(error);
});

import { expect, test } from "vitest";
import { detail, invalid, notFound } from "../../identity/interface/identity-errors.ts";
import { asRequestError } from "./security-operation.ts";

test("what identity refuses keeps its status, and gets a type of this interface", () => {
  expect(asRequestError(notFound())).toMatchObject({
    status: 404,
    type: "resource_not_found_exception",
    message: "Not found.",
  });
  expect(asRequestError(detail(403, "No."))).toMatchObject({ status: 403, type: "security_exception", message: "No." });
  expect(asRequestError(invalid({ name: ["Taken."] }))).toMatchObject({
    status: 400,
    type: "illegal_argument_exception",
    message: '{"name":["Taken."]}',
  });
});

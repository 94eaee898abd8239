/** `indices.freeze`: indices can be frozen no longer. */
import { RequestError } from "../../compat/errors.ts";
import type { Operation } from "../operation.ts";

export const freezeIndex: Operation = {
  name: "indices.freeze",
  actions: ["indices:admin/freeze"],
  audit: "nothing",

  handle() {
    throw new RequestError(
      410,
      "unsupported_operation_exception",
      "It is no longer possible to freeze indices, but existing frozen indices can still be unfrozen",
    );
  },
};

/** The options of a data stream. */
import { illegalArgument } from "../../compat/errors.ts";
import { type BodyShape, parseObject } from "../../compat/object-parser.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

const BODY: BodyShape = {
  name: "options",
  members: {
    failure_store: {
      name: "failure_store",
      members: { enabled: "boolean" },
      check(parsed) {
        if (ownOf(parsed, "enabled") === undefined)
          throw illegalArgument("Failure store configuration should have at least one non-null configuration value.");
      },
    },
  },
};

/** Throws 400 for what is no option, and for failure stores, which no stream here has yet. */
export function streamOptionsBody(json: Json, text: string): JsonObject {
  const options = parseObject(BODY, json, text);
  const store = ownOf(options, "failure_store");
  if (isJsonObject(store) && ownOf(store, "enabled") === true)
    throw illegalArgument("[failure_store] is not supported by this server yet");
  return options;
}

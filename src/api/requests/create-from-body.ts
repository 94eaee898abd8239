/** The body of `create_from`: what the new index has otherwise than its source. */
import { type BodyShape, parseObject } from "../../compat/object-parser.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

const BODY: BodyShape = {
  name: "create_index_from_source_request",
  members: { settings_override: "object", mappings_override: "object", remove_index_blocks: "boolean" },
};

export interface CreateFromBody {
  readonly settings: JsonObject;
  readonly mappings: JsonObject;
  readonly keepsBlocks: boolean;
}

export function createFromBody(json: Json, text: string): CreateFromBody {
  const body = parseObject(BODY, json, text);
  const objectUnder = (key: string): JsonObject => {
    const value = ownOf(body, key);
    return isJsonObject(value) ? value : {};
  };
  return {
    settings: objectUnder("settings_override"),
    mappings: objectUnder("mappings_override"),
    keepsBlocks: ownOf(body, "remove_index_blocks") === false,
  };
}

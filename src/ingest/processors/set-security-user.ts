import { RequestError } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { isJsonObject } from "../../core/json.ts";
import { javaText } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";

const PROPERTIES = ["username", "roles", "full_name", "email", "metadata", "api_key", "realm", "authentication_type"];
/** In the order of Elasticsearch's message. */
const SHOWN = "[API_KEY, AUTHENTICATION_TYPE, EMAIL, FULL_NAME, METADATA, REALM, ROLES, USERNAME]";

/** Says in a document who sent it. */
export const setSecurityUser: ProcessorKind = {
  name: "set_security_user",

  create(config) {
    const field = config.string("field");
    const given = config.optionalList("properties")?.map((name) => javaText(name).toLowerCase());
    for (const name of given ?? [])
      if (!PROPERTIES.includes(name))
        throw config.error("properties", `Property value [${name}] is invalid. Supported property values are ${SHOWN}`);
    const properties = given ?? PROPERTIES;
    return (document) => {
      const { caller } = document;
      if (!caller)
        throw new RequestError(
          500,
          "illegal_state_exception",
          "Security (authentication) is not enabled on this cluster, so there is no active user - the [set_security_user] processor cannot be used without security",
        );
      const there = document.find(field);
      const user: JsonObject = isJsonObject(there) ? { ...there } : {};
      for (const name of properties) {
        const value: Json | undefined = ownOf(caller, name);
        if (value !== undefined && value !== null && !isEmpty(value)) put(user, name, value);
      }
      document.set(field, user);
    };
  },
};

function isEmpty(value: Json): boolean {
  if (value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

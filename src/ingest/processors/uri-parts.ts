import { illegalArgument } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { valueOf } from "../config/fields-of.ts";
import { notOfClass } from "../document/ingest-document.ts";
import type { ProcessorKind } from "../processor.ts";

/** Takes the parts of an address. */
export const uriParts: ProcessorKind = {
  name: "uri_parts",

  create(config) {
    const field = config.string("field");
    const target = config.optionalString("target_field") ?? "url";
    const keepsOriginal = config.boolean("keep_original", true);
    const removes = config.boolean("remove_if_successful", false);
    const ignoreMissing = config.boolean("ignore_missing", false);
    return (document) => {
      const text = valueOf(document, field, ignoreMissing);
      if (text === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${field}] is null, cannot process it.`);
      }
      if (typeof text !== "string") throw notOfClass(field, text, "java.lang.String");
      const parts = partsOf(text);
      if (keepsOriginal) parts["original"] = text;
      if (removes && target !== field) document.remove(field);
      document.set(target, parts);
    };
  },
};

/** Scheme, the rest up to a query or fragment, and these (RFC 3986, appendix B). */
const ADDRESS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

function partsOf(text: string): JsonObject {
  const [, scheme, authority, path = "", query, fragment] = ADDRESS.exec(text) ?? [];
  if (/[\s<>"{}|\\^`]/.test(text) && scheme === undefined) throw illegalArgument(`unable to parse URI [${text}]`);
  const parts: JsonObject = {};
  const add = (name: string, value: Json | undefined): void => {
    if (value !== undefined && value !== "") put(parts, name, value);
  };
  const [, userInfo, host = "", port] = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority ?? "") ?? [];
  add("domain", host);
  add("fragment", fragment);
  // As in Elasticsearch the path is there where there is an authority, even an empty one.
  if (path !== "" || authority !== undefined) parts["path"] = path;
  add("port", port === undefined || port === "" ? undefined : Number(port));
  add("query", query);
  add("scheme", scheme);
  add("user_info", userInfo);
  if (userInfo?.includes(":")) {
    const colon = userInfo.indexOf(":");
    add("username", userInfo.slice(0, colon));
    add("password", userInfo.slice(colon + 1));
  }
  const segment = path.slice(path.lastIndexOf("/") + 1);
  const dot = segment.lastIndexOf(".");
  if (dot >= 0) add("extension", segment.slice(dot + 1));
  return parts;
}

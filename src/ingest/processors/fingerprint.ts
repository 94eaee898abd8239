import { createHash } from "node:crypto";
import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import { fingerprintBytes } from "../config/fingerprint-bytes.ts";
import { javaText } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";

const METHODS: NameTable<string> = nameTable({
  MD5: "md5",
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-512": "sha512",
});

/** Makes a hash of fields. */
export const fingerprint: ProcessorKind = {
  name: "fingerprint",

  create(config) {
    const fields = config.list("fields").map(javaText);
    if (fields.length === 0) throw config.error("fields", "must specify at least one field");
    if (fields.some((field) => field.trim() === ""))
      throw config.error("fields", "field path cannot be null nor empty");
    const sorted = [...fields].sort();
    const target = config.optionalString("target_field") ?? "fingerprint";
    const salt = config.optionalString("salt") ?? "";
    const ignoreMissing = config.boolean("ignore_missing", false);
    const method = config.optionalString("method") ?? "SHA-1";
    const algorithm = METHODS[method];
    if (algorithm === undefined)
      throw config.error("method", `[${method}] must be one of the supported hash methods [MD5,SHA-1,SHA-256,SHA-512]`);
    return (document) => {
      const hash = createHash(algorithm).update(salt);
      let any = false;
      for (const field of sorted) {
        const value: Json = document.find(field) ?? null;
        if (value === null) {
          if (ignoreMissing) continue;
          throw illegalArgument(`missing field [${field}] when calculating fingerprint`);
        }
        any = true;
        fingerprintBytes(value, (bytes) => hash.update(bytes));
      }
      if (any) document.set(target, hash.digest("base64"));
    };
  },
};

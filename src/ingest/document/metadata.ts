/** What pipelines may say of a document beside its source, and what each of it may be (`IngestDocMetadata`). */
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import { isWhole, javaClass, javaText } from "./java-values.ts";

/** Values by name; absent where there are none. */
export interface DocumentMetadata {
  _index?: string;
  _id?: string;
  _routing?: string;
  _version?: number | bigint;
  _version_type?: string;
  _if_seq_no?: number | bigint;
  _if_primary_term?: number | bigint;
  _dynamic_templates?: Json;
  _type?: string;
}

/** The version of a document that says none. */
export const ANY_VERSION = -3;

/** The version of one that is only to be made anew. */
export const ABSENT_VERSION = -4;

const VERSION_TYPES: readonly string[] = ["internal", "external", "external_gte"];

interface Rule {
  readonly java: string;
  readonly nullable: boolean;
  fits(value: Json): boolean;
}

const text: Rule = { java: "java.lang.String", nullable: true, fits: (value) => typeof value === "string" };
const whole: Rule = { java: "java.lang.Number", nullable: true, fits: isWhole };
const map: Rule = { java: "java.util.Map", nullable: true, fits: isJsonObject };

const RULES: NameTable<Rule> = nameTable({
  _index: text,
  _id: text,
  _routing: text,
  _version: { ...whole, nullable: false },
  _version_type: text,
  _if_seq_no: whole,
  _if_primary_term: whole,
  _dynamic_templates: map,
  _type: text,
});

/** Whether a name is one of these. */
export function isMetadata(name: string): name is keyof DocumentMetadata {
  return name.charCodeAt(0) === 0x5f && RULES[name] !== undefined;
}

/** Throws 400 for a value that the metadata cannot have. */
export function checkMetadata(name: keyof DocumentMetadata, value: Json): void {
  const rule = RULES[name];
  if (!rule) return;
  if (value === null) {
    if (!rule.nullable) throw illegalArgument(`${name} cannot be null`);
    return;
  }
  const shown = `[${javaText(value)}] with type [${javaClass(value)}]`;
  if (rule.java === "java.lang.Number" && !rule.fits(value)) {
    if (typeof value !== "number")
      throw illegalArgument(
        `${name} [${javaText(value)}] is wrong type, expected assignable to [${rule.java}], not [${javaClass(value)}]`,
      );
    throw illegalArgument(`${name} may only be set to an int or a long but was ${shown}`);
  }
  if (!rule.fits(value))
    throw illegalArgument(
      `${name} [${javaText(value)}] is wrong type, expected assignable to [${rule.java}], not [${javaClass(value)}]`,
    );
  if (name === "_version_type" && !VERSION_TYPES.includes(javaText(value)))
    throw illegalArgument(`${name} must be a null or one of [internal, external, external_gte] but was ${shown}`);
}

/** Kinds of fields: what a value in a body must be, with the messages of a refusal. */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";

/** What is wrong with a value. */
export class FieldFault extends Error {
  override name = "FieldFault";
}

/**
 * A kind of value. `schema` is its OpenAPI form; `parse` answers the value as it is stored, or throws FieldFault. Null
 * never comes here.
 */
export interface FieldKind {
  readonly schema: JsonObject;
  parse(value: Json): Json;
}

/** A field of a resource. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** Ignored in bodies. */
  readonly readOnly?: boolean;
  /** Never shown. */
  readonly writeOnly?: boolean;
  /** For the OpenAPI document. */
  readonly description?: string;
  /** Must stand in bodies of POST and PUT. */
  readonly required?: boolean;
  readonly nullable?: boolean;
  /** Value of a new record whose body has none; without one the resource decides. */
  readonly default?: Json;
}

/** What a text may be. */
export interface TextRules {
  readonly maxLength?: number;
  readonly blank?: boolean;
  readonly pattern?: RegExp;
  readonly patternMessage?: string;
  readonly format?: string;
  /** A further look at a text that is not blank: answers it as it is stored, or throws FieldFault. */
  refine?(text: string): string;
}

/** A text; numbers are taken as written, blanks around it are cut off. */
export function text(rules: TextRules = {}): FieldKind {
  const { maxLength, blank, pattern, patternMessage, format } = rules;
  const schema: JsonObject = {
    type: "string",
    ...(blank ? {} : { minLength: 1 }),
    ...(maxLength === undefined ? {} : { maxLength }),
    // Classes of Unicode are told by hardly any reader of such documents.
    ...(pattern === undefined || pattern.unicode ? {} : { pattern: pattern.source }),
    ...(format === undefined ? {} : { format }),
  };
  return {
    schema,
    parse(value) {
      if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint")
        throw new FieldFault("Not a valid string.");
      const trimmed = String(value).trim();
      if (trimmed.includes("\u0000")) throw new FieldFault("Null characters are not allowed.");
      if (trimmed === "") {
        if (blank) return "";
        throw new FieldFault("This field may not be blank.");
      }
      if (maxLength !== undefined && Array.from(trimmed).length > maxLength)
        throw new FieldFault(`Ensure this field has no more than ${maxLength} characters.`);
      if (pattern && !pattern.test(trimmed)) throw new FieldFault(patternMessage ?? "Enter a valid value.");
      return rules.refine?.(trimmed) ?? trimmed;
    },
  };
}

/** Letters, digits, `-` and `_`. */
export function slug(maxLength: number): FieldKind {
  return text({
    maxLength,
    pattern: /^[-a-zA-Z0-9_]+$/,
    patternMessage: 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.',
  });
}

// One @, no blanks, and a domain with a dot (or localhost), each label as names of hosts are.
const EMAIL =
  /^[^\s@"(),:;<>[\]\\]+@(?:localhost|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63})$/u;

/** Empty, or an e-mail address. */
export const email: FieldKind = text({
  maxLength: 254,
  blank: true,
  pattern: EMAIL,
  patternMessage: "Enter a valid email address.",
});

const TRUE: readonly Json[] = [true, 1, "true", "True", "TRUE", "t", "T", "1"];
const FALSE: readonly Json[] = [false, 0, "false", "False", "FALSE", "f", "F", "0"];

export const boolean: FieldKind = {
  schema: { type: "boolean" },
  parse(value) {
    if (TRUE.includes(value)) return true;
    if (FALSE.includes(value)) return false;
    throw new FieldFault("Must be a valid boolean.");
  },
};

/** A JSON object. */
export const object: FieldKind = {
  schema: { type: "object", additionalProperties: true },
  parse(value) {
    if (!isJsonObject(value))
      throw new FieldFault(`Expected a dictionary of items but got type "${pythonType(value)}".`);
    return value;
  },
};

/** One of some words. */
export function choice(words: readonly string[]): FieldKind {
  return {
    schema: { type: "string", enum: [...words] },
    parse(value) {
      if (typeof value === "string" && words.includes(value)) return value;
      throw new FieldFault(
        `"${typeof value === "object" ? JSON.stringify(value) : String(value)}" is not a valid choice.`,
      );
    },
  };
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:?\d{2})?$/;
const DATE_TIME_FAULT =
  "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].";

/** A point in time; without a zone it is UTC. Stored as ISO 8601 with milliseconds. */
export const dateTime: FieldKind = {
  schema: { type: "string", format: "date-time" },
  parse(value) {
    const match = typeof value === "string" ? DATE_TIME.exec(value.trim()) : null;
    if (!match) throw new FieldFault(DATE_TIME_FAULT);
    const [, date = "", time = "", zone = "Z"] = match;
    const milliseconds = Date.parse(
      `${date}T${time.replace(/(\.\d{3})\d+$/, "$1")}${zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2")}`,
    );
    // JavaScript rolls the 30th of February over; nobody means that.
    if (Number.isNaN(milliseconds) || !isDate(date)) throw new FieldFault(DATE_TIME_FAULT);
    return new Date(milliseconds).toISOString();
  },
};

function isDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}

/** A whole number in a body that names a record. */
export const integerReference: FieldKind = {
  schema: { type: "integer" },
  parse(value) {
    const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number === "bigint") throw new FieldFault(`Invalid pk "${number}" - object does not exist.`);
    if (typeof number === "number" && Number.isInteger(number)) return number;
    throw new FieldFault(`Incorrect type. Expected pk value, received ${pythonType(value)}.`);
  },
};

const UUID =
  /^\{?(?:urn:uuid:)?([0-9a-fA-F]{8})-?([0-9a-fA-F]{4})-?([0-9a-fA-F]{4})-?([0-9a-fA-F]{4})-?([0-9a-fA-F]{12})\}?$/;

/** A uuid in lower case with dashes; undefined for a text that is none. */
export function parseUuid(value: string): string | undefined {
  const match = UUID.exec(value);
  return match ? match.slice(1).join("-").toLowerCase() : undefined;
}

/** A uuid in a body that names a record. */
export const uuidReference: FieldKind = {
  schema: { type: "string", format: "uuid" },
  parse(value) {
    if (typeof value === "object" || typeof value === "boolean")
      throw new FieldFault(`Incorrect type. Expected pk value, received ${pythonType(value)}.`);
    const uuid = parseUuid(String(value));
    if (uuid === undefined) throw new FieldFault(`“${String(value)}” is not a valid UUID.`);
    return uuid;
  },
};

/** Several values of a kind, each once. */
export function listOf(kind: FieldKind): FieldKind {
  return {
    schema: { type: "array", uniqueItems: true, items: kind.schema },
    parse(value) {
      if (!Array.isArray(value)) throw new FieldFault(`Expected a list of items but got type "${pythonType(value)}".`);
      return [
        ...new Set(
          value.map((element) => {
            if (element === null) throw new FieldFault("This field may not be null.");
            return kind.parse(element);
          }),
        ),
      ];
    },
  };
}

/** The name of a value's type as the messages give it. */
export function pythonType(value: Json): string {
  if (value === null) return "NoneType";
  if (Array.isArray(value)) return "list";
  if (typeof value === "object") return "dict";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "str";
  return typeof value === "bigint" || Number.isInteger(value) ? "int" : "float";
}

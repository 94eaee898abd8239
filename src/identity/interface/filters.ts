/** Filters of lists by fields of the records. */
import { parseUuid } from "./fields.ts";
import { IdentityError } from "./identity-errors.ts";
import type { Filter } from "./resource.ts";

/** Exact text. */
export function textFilter(name: string): Filter {
  return { name, restriction: (value) => ({ [name]: value }) };
}

/** True or false; any other text is no filter. */
export function booleanFilter(name: string): Filter {
  return {
    name,
    schema: { type: "boolean" },
    restriction(value) {
      const word = value.toLowerCase();
      return word === "true" || word === "false" ? { [name]: word === "true" } : undefined;
    },
  };
}

/** One of some words; others are refused. */
export function choiceFilter(name: string, words: readonly string[]): Filter {
  return {
    name,
    schema: { type: "string", enum: [...words] },
    restriction(value) {
      if (!words.includes(value))
        throw new IdentityError(400, {
          [name]: [`Select a valid choice. ${value} is not one of the available choices.`],
        });
      return { [name]: value };
    },
  };
}

/** A uuid, in any of its spellings. */
export function uuidFilter(name: string): Filter {
  return {
    name,
    schema: { type: "string", format: "uuid" },
    restriction(value) {
      const uuid = parseUuid(value);
      if (uuid === undefined) throw new IdentityError(400, { [name]: [`“${value}” is not a valid UUID.`] });
      return { [name]: uuid };
    },
  };
}

/** A whole number. */
export function integerFilter(name: string): Filter {
  return {
    name,
    schema: { type: "integer" },
    restriction(value) {
      if (!/^[+-]?\d{1,15}$/.test(value)) throw new IdentityError(400, { [name]: ["Enter a number."] });
      return { [name]: Number(value) };
    },
  };
}

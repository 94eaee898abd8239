/** Filters of lists by fields of the records. */
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
      if (!words.includes(value)) throw new IdentityError(400, { [name]: [`Select a valid choice. ${value} is not one of the available choices.`] });
      return { [name]: value };
    },
  };
}

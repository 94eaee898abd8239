/** Transforms between characters and their names: Any-Name (`\N{LATIN SMALL LETTER A}`) and Name-Any. */
import { replacingStep, type TransformStep } from "./transform.ts";
import { codePointOfName, extendedName } from "./unicode-names.ts";

const quoted =
  /\\N[\t-\r \u0085\u200e\u200f\u2028\u2029]*\{([A-Za-z0-9<>()\-\t-\r \u0085\u200e\u200f\u2028\u2029]+)\}/g;
const whiteSpace = /[\t-\r \u0085\u200e\u200f\u2028\u2029]+/g;

export const nameStep: TransformStep = replacingStep((text) =>
  Array.from(text, (character) => `\\N{${extendedName(character.codePointAt(0)!)}}`).join(""),
);

/** Unknown names stay unchanged. */
export const unnameStep: TransformStep = replacingStep((text) =>
  text.replace(quoted, (all: string, name: string) => {
    const codePoint = codePointOfName(name.replace(whiteSpace, " ").trim());
    return codePoint === undefined ? all : String.fromCodePoint(codePoint);
  }),
);

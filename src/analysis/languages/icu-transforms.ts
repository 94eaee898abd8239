/** Transforms of ICU by their ids, in chains with filters (`NFD; [:Nonspacing Mark:] Remove; NFC`); those that need no tables of their own. */
import { illegalArgument } from "../../core/errors.ts";
import { caseFold, type Normalize, withinUnicodeSet } from "./icu-normalization.ts";

interface Transform {
  readonly apply: Normalize;
  /** What undoes it, as ICU has it. */
  readonly inverse: string;
}

/** By id in lower case, without `any-`. */
const transforms: Readonly<Record<string, Transform>> = {
  null: { apply: (text) => text, inverse: "null" },
  remove: { apply: () => "", inverse: "null" },
  nfc: { apply: (text) => text.normalize("NFC"), inverse: "nfd" },
  nfd: { apply: (text) => text.normalize("NFD"), inverse: "nfc" },
  nfkc: { apply: (text) => text.normalize("NFKC"), inverse: "nfkd" },
  nfkd: { apply: (text) => text.normalize("NFKD"), inverse: "nfkc" },
  lower: { apply: (text) => text.toLowerCase(), inverse: "upper" },
  upper: { apply: (text) => text.toUpperCase(), inverse: "lower" },
  casefold: { apply: caseFold, inverse: "null" },
};

/**
 * The transform of an id, forward or in reverse. Forward, a filter at the beginning counts for the whole chain, as in ICU4J, whether a
 * semicolon follows it or not. Throws 400 for ids that are none or that are not available.
 */
export function icuTransform(id: string, reverse: boolean): Normalize {
  const parts = id.split(/;(?![^[]*\])/).map((part) => part.trim());
  if (parts.at(-1) === "") parts.pop();
  if (parts.length === 0) throw illegalArgument(`Invalid ID ${id}`);
  const filter = reverse ? undefined : /^\[[^]*\]/.exec(parts[0]!)?.[0];
  const steps = parts[0] === filter ? parts.slice(1) : parts;
  const applied = (reverse ? [...steps].reverse() : steps).map((step) => oneTransform(step, reverse));
  return withinUnicodeSet((text) => applied.reduce((current, apply) => apply(current), text), filter);
}

/** `[filter] id` or `id`. */
function oneTransform(step: string, reverse: boolean): Normalize {
  const parts = /^(\[[^]*\])?\s*([^[\]()]*)$/.exec(step);
  const name = parts?.[2]?.trim() ?? "";
  // Inverses in brackets are not read.
  if (parts === null || name === "") throw illegalArgument(`the transform [${step}] is not available`);
  const forward = find(name);
  const chosen = reverse ? find(forward.inverse) : forward;
  return withinUnicodeSet(chosen.apply, parts[1]);
}

function find(name: string): Transform {
  const key = name.toLowerCase().replace(/^any-/, "");
  const transform = Object.hasOwn(transforms, key) ? transforms[key] : undefined;
  if (transform === undefined) throw illegalArgument(`the transform [${name}] is not available`);
  return transform;
}

/** The stemmers of the Snowball project by Lucene's class names. */
import { createRequire } from "node:module";
import { RequestError } from "../../compat/errors.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import type { Stem } from "./ending-rules.ts";
import { stemBasque } from "./stemmers/basque.ts";
import { stemCatalan } from "./stemmers/catalan.ts";
import { stemEstonian } from "./stemmers/estonian.ts";
import { stemGerman2 } from "./stemmers/german2.ts";
import { stemKraaijPohlmann } from "./stemmers/kraaij-pohlmann.ts";
import { stemLovins } from "./stemmers/lovins.ts";
import { porter2 } from "./stemmers/porter2.ts";
import { snowballPorter } from "./stemmers/porter.ts";
import { stemYiddish } from "./stemmers/yiddish.ts";

const load = createRequire(import.meta.url);

/** Loads a stemmer on first use: loading two dozen would slow every start. */
function packaged(language: string): () => Stem {
  return () => (load(`@orama/stemmers/${language}`) as { stemmer: Stem }).stemmer;
}

/**
 * Snowball's published generated code (`@orama/stemmers`), and our own where that differs from Lucene 9 or is missing.
 */
const stemmers: NameTable<() => Stem> = nameTable({
  Arabic: packaged("arabic"),
  Armenian: packaged("armenian"),
  Basque: () => stemBasque,
  Catalan: () => stemCatalan,
  Danish: packaged("danish"),
  Dutch: packaged("dutch"),
  English: () => porter2,
  Estonian: () => stemEstonian,
  Finnish: packaged("finnish"),
  French: packaged("french"),
  German: packaged("german"),
  German2: () => stemGerman2,
  Greek: packaged("greek"),
  Hindi: packaged("indian"),
  Hungarian: packaged("hungarian"),
  Indonesian: packaged("indonesian"),
  Irish: packaged("irish"),
  Italian: packaged("italian"),
  Kp: () => stemKraaijPohlmann,
  Lithuanian: packaged("lithuanian"),
  Lovins: () => stemLovins,
  Nepali: packaged("nepali"),
  Norwegian: packaged("norwegian"),
  Porter: () => snowballPorter,
  Portuguese: packaged("portuguese"),
  Romanian: packaged("romanian"),
  Russian: packaged("russian"),
  Serbian: packaged("serbian"),
  Spanish: packaged("spanish"),
  Swedish: packaged("swedish"),
  Tamil: packaged("tamil"),
  Turkish: packaged("turkish"),
  Yiddish: () => stemYiddish,
});

/** The stemmer of a class; throws Lucene's error for an unknown name. */
export function snowballStem(name: string): Stem {
  const make = Object.hasOwn(stemmers, name) ? stemmers[name] : undefined;
  if (make !== undefined) return make();
  throw new RequestError(400, "illegal_argument_exception", `Invalid stemmer class specified: ${name}`, {
    cause: new RequestError(400, "class_not_found_exception", `org.tartarus.snowball.ext.${name}Stemmer`),
  });
}

/** The spelling of a class name: `swedish` as `Swedish`. */
export function capitalized(language: string): string {
  return language.charAt(0).toUpperCase() + language.slice(1);
}

/** Locales of date formats (Elasticsearch's `LocaleUtils`). */
import { onFirstUse } from "../../core/on-first-use.ts";
import { illegalArgument, RequestError } from "../errors.ts";

const languages = onFirstUse(() => new Intl.DisplayNames("en", { type: "language", fallback: "none" }));
const countries = onFirstUse(() => new Intl.DisplayNames("en", { type: "region", fallback: "none" }));

/** CLDR has a name for this country code, Java has none. */
const UNKNOWN_COUNTRY = "ZZ";

/**
 * Parses a locale (`de`, `pt_BR`, `pt-BR`, `ROOT`) to Java's form: `de`, `pt_BR`; empty for the root. Throws 400
 * `illegal_argument_exception` for unknown languages and countries.
 */
export function readLocale(text: string): string {
  const parts = text.split(text.includes("-") ? "-" : "_");
  if (parts.length > 3)
    throw illegalArgument(`Locales can have at most 3 parts but got ${parts.length}: [${parts.join(", ")}]`);
  const [language = "", country, variant] = parts;
  if (parts.length === 1 && (language === "" || language.toLowerCase() === "root")) return "";
  const languageCode = language.toLowerCase();
  // Java looks up the three-letter code, and accepts any three letters as one.
  if (languageCode.length !== 0 && languageCode.length !== 3 && !isKnown(languages(), languageCode)) {
    throw unknown(`Unknown language: ${language}`, `Couldn't find 3-letter language code for ${languageCode}`);
  }
  if (country === undefined) return languageCode;
  const countryCode = country.toUpperCase();
  if (countryCode !== "" && (!isKnown(countries(), countryCode) || countryCode === UNKNOWN_COUNTRY)) {
    throw unknown(`Unknown country: ${country}`, `Couldn't find 3-letter country code for ${countryCode}`);
  }
  const known = `${languageCode}_${countryCode}`;
  return variant === undefined ? known : `${known}_${variant}`;
}

/**
 * The tag of a locale (as returned by `readLocale`) in the Common Locale Data Repository (CLDR); undefined when CLDR
 * lacks it. Variants are ignored.
 */
export function localeTag(locale: string): string | undefined {
  const tag = locale.split("_").slice(0, 2).join("-");
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0];
  } catch {
    return undefined; // Java accepts any three letters as a language.
  }
}

function isKnown(names: Intl.DisplayNames, code: string): boolean {
  return /^[a-z]{2}$/i.test(code) && names.of(code) !== undefined;
}

function unknown(reason: string, cause: string): RequestError {
  return new RequestError(400, "illegal_argument_exception", reason, {
    cause: new RequestError(400, "missing_resource_exception", cause),
  });
}

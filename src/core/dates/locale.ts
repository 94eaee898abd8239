/** Locales of date formats (`LocaleUtils` of the original). */
import { illegalArgument } from "../errors.ts";

const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** CLDR has a name for it, Java none. */
const UNKNOWN_COUNTRY = "ZZ";

/**
 * The locale of a text (`de`, `pt_BR`, `pt-BR`, `ROOT`) as Java writes it: `de`, `pt_BR`; empty for the root. Throws 400
 * `illegal_argument_exception` for languages and countries that there are not.
 */
export function readLocale(text: string): string {
  const parts = text.split(text.includes("-") ? "-" : "_");
  if (parts.length > 3) throw illegalArgument(`Locales can have at most 3 parts but got ${parts.length}: [${parts.join(", ")}]`);
  const [language = "", country, variant] = parts;
  if (parts.length === 1 && (language === "" || language.toLowerCase() === "root")) return "";
  const languageCode = language.toLowerCase();
  if (!isKnown(languages, languageCode, /^[a-z]{2,3}$/)) throw illegalArgument(`Unknown language: ${language}`);
  if (country === undefined) return languageCode;
  const countryCode = country.toUpperCase();
  if (!isKnown(countries, countryCode, /^(?:[A-Z]{2}|\d{3})$/) || countryCode === UNKNOWN_COUNTRY) throw illegalArgument(`Unknown country: ${country}`);
  const known = `${languageCode}_${countryCode}`;
  return variant === undefined ? known : `${known}_${variant}`;
}

function isKnown(names: Intl.DisplayNames, code: string, form: RegExp): boolean {
  return form.test(code) && names.of(code) !== undefined;
}

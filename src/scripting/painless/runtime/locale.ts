/** A language and a country; names of days and months are English in all of them. */
import { JavaObject } from "./values.ts";

export class Locale extends JavaObject {
  readonly java = "java.util.Locale";
  readonly language: string;
  readonly country: string;

  private constructor(language: string, country: string) {
    super();
    this.language = language;
    this.country = country;
  }

  /** What is no language is none. */
  static of(language: string, country = ""): Locale {
    const [known, place] = [language.toLowerCase(), country.toUpperCase()];
    return new Locale(
      /^(?:[a-z]{2,3}|[a-z]{5,8})$/.test(known) ? known : "",
      /^[A-Z]{2}$|^[0-9]{3}$/.test(place) ? place : "",
    );
  }

  static ofTag(tag: string): Locale {
    const [language = "", ...rest] = tag.split("-");
    return Locale.of(
      language === "und" ? "" : language,
      rest.find((part) => /^(?:[A-Za-z]{2}|[0-9]{3})$/.test(part)),
    );
  }

  /** `de-AT`; empty: the root. */
  get tag(): string {
    return this.country === "" ? this.language : `${this.language || "und"}-${this.country}`;
  }

  override sameAs(): string {
    return this.tag;
  }

  override text(): string {
    return this.country === "" ? this.language : `${this.language}_${this.country}`;
  }
}

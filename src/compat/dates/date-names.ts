/**
 * Names of months, days, day periods and eras: in English, and from the Common Locale Data Repository (CLDR) in other
 * languages.
 */
import { localeTag } from "./locale.ts";

import { quarterNames } from "./quarter-names.ts";

/** Long, short and narrow names, for patterns of four, three and five letters. */
export interface Names {
  readonly long: readonly string[];
  readonly short: readonly string[];
  readonly narrow: readonly string[];
}

/** The names that date formats of a locale use. */
export interface DateNames {
  /** As returned by `readLocale`; empty for the root. */
  readonly locale: string;
  /** January first, in the form used within dates. */
  readonly months: Names;
  /** In standalone form. */
  readonly monthsAlone: Names;
  /** Monday first, in the form within dates and standalone. */
  readonly days: Names;
  readonly daysAlone: Names;
  /** Morning, afternoon. */
  readonly halves: readonly [string, string];
  /** Before and after the year 1. */
  readonly eras: Names;
  readonly quarters: Names;
}

const monthNames: readonly string[] = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const dayNames: readonly string[] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Names whose short form is the first three letters, and whose narrow form is the first letter. */
function cutNames(long: readonly string[]): Names {
  return { long, short: long.map((name) => name.slice(0, 3)), narrow: long.map((name) => name.slice(0, 1)) };
}

const months = cutNames(monthNames);
const days = cutNames(dayNames);

/** English, which Java's root locale uses as well. */
export const englishNames: DateNames = {
  locale: "",
  months,
  monthsAlone: months,
  days,
  daysAlone: days,
  halves: ["AM", "PM"],
  eras: { long: ["Before Christ", "Anno Domini"], short: ["BC", "AD"], narrow: ["B", "A"] },
  quarters: {
    long: ["1st quarter", "2nd quarter", "3rd quarter", "4th quarter"],
    short: ["Q1", "Q2", "Q3", "Q4"],
    narrow: ["1", "2", "3", "4"],
  },
};

const kept = new Map<string, DateNames>();

/** The names for a locale as returned by `readLocale` (`de`, `pt_BR`). */
export function dateNames(locale: string): DateNames {
  if (locale === "" || locale === "en" || locale === "en_US") return englishNames;
  let names = kept.get(locale);
  if (!names) kept.set(locale, (names = namesOf(locale)));
  return names;
}

type Length = "long" | "short" | "narrow";
const lengths: readonly Length[] = ["long", "short", "narrow"];

function namesOf(locale: string): DateNames {
  const tag = localeTag(locale);
  if (tag === undefined) return { ...englishNames, locale };
  const part = (
    date: Date,
    type: "month" | "weekday" | "dayPeriod" | "era",
    options: Intl.DateTimeFormatOptions,
  ): string =>
    formatOf(tag, options)
      .formatToParts(date)
      .find((found) => found.type === type)?.value ?? "";
  const alone = (date: Date, options: Intl.DateTimeFormatOptions): string => formatOf(tag, options).format(date);
  const month = (date: Date, length: Length): string => {
    const name = part(date, "month", { month: length, day: "numeric" });
    // Some languages write month numbers within dates.
    return /\d/.test(name) ? alone(date, { month: length }) : name;
  };
  const weekday = (date: Date, length: Length): string =>
    part(date, "weekday", {
      weekday: length,
      day: "numeric",
      month: length === "long" ? "long" : "short",
      year: "numeric",
    });
  return {
    locale,
    months: namesBy((length) => monthDates.map((date) => month(date, length))),
    monthsAlone: namesBy((length) => monthDates.map((date) => alone(date, { month: length }))),
    days: namesBy((length) => dayDates.map((date) => weekday(date, length))),
    daysAlone: namesBy((length) => dayDates.map((date) => alone(date, { weekday: length }))),
    halves: [half(tag, 3), half(tag, 15)],
    eras: namesBy((length) => eraDates.map((date) => part(date, "era", { era: length, year: "numeric" }))),
    quarters: quarterNames(locale),
  };
}

function half(tag: string, hour: number): string {
  const parts = formatOf(tag, { hour: "numeric", hour12: true }).formatToParts(new Date(Date.UTC(2024, 0, 1, hour)));
  return parts.find(({ type }) => type === "dayPeriod")?.value ?? englishNames.halves[hour < 12 ? 0 : 1];
}

function namesBy(of: (length: Length) => readonly string[]): Names {
  const [long = [], short = [], narrow = []] = lengths.map(of);
  return { long, short, narrow };
}

function formatOf(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(tag, { timeZone: "UTC", calendar: "gregory", numberingSystem: "latn", ...options });
}

const monthDates = monthNames.map((_, month) => new Date(Date.UTC(2024, month, 6)));
/** 2024-01-01 was a Monday. */
const dayDates = dayNames.map((_, day) => new Date(Date.UTC(2024, 0, 1 + day)));
const eraDates = [new Date(Date.UTC(-500, 0, 1)), new Date(Date.UTC(2024, 0, 1))];

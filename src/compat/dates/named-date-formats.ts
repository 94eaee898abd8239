/**
 * The named date formats (`DateFormatters`): each as the pattern that it prints and parses; `strict_` variants require
 * the exact number of digits.
 */

/**
 * Patterns by name without `strict_`. Week dates are ISO. Fractions are optional where Elasticsearch accepts times
 * without them.
 */
export const namedDatePatterns: Readonly<Record<string, string>> = {
  basic_date: "uuuuMMdd",
  basic_date_time: "uuuuMMdd'T'HHmmss[.SSS]X",
  basic_date_time_no_millis: "uuuuMMdd'T'HHmmssX",
  basic_ordinal_date: "uuuuDDD",
  basic_ordinal_date_time: "uuuuDDD'T'HHmmss[.SSS]X",
  basic_ordinal_date_time_no_millis: "uuuuDDD'T'HHmmssX",
  basic_t_time: "'T'HHmmss[.SSS]X",
  basic_t_time_no_millis: "'T'HHmmssX",
  basic_time: "HHmmss[.SSS]X",
  basic_time_no_millis: "HHmmssX",
  basic_week_date: "YYYY'W'wwe",
  basic_week_date_time: "YYYY'W'wwe'T'HHmmss[.SSS]X",
  basic_week_date_time_no_millis: "YYYY'W'wwe'T'HHmmssX",
  date: "uuuu-MM-dd",
  date_hour: "uuuu-MM-dd'T'HH",
  date_hour_minute: "uuuu-MM-dd'T'HH:mm",
  date_hour_minute_second: "uuuu-MM-dd'T'HH:mm:ss",
  date_hour_minute_second_fraction: "uuuu-MM-dd'T'HH:mm:ss.SSS",
  date_hour_minute_second_millis: "uuuu-MM-dd'T'HH:mm:ss.SSS",
  date_time: "uuuu-MM-dd'T'HH:mm:ss[.SSS]XXX",
  date_time_no_millis: "uuuu-MM-dd'T'HH:mm:ssXXX",
  hour: "HH",
  hour_minute: "HH:mm",
  hour_minute_second: "HH:mm:ss",
  hour_minute_second_fraction: "HH:mm:ss.SSS",
  hour_minute_second_millis: "HH:mm:ss.SSS",
  ordinal_date: "uuuu-DDD",
  ordinal_date_time: "uuuu-DDD'T'HH:mm:ss[.SSS]XXX",
  ordinal_date_time_no_millis: "uuuu-DDD'T'HH:mm:ssXXX",
  t_time: "'T'HH:mm:ss[.SSS]XXX",
  t_time_no_millis: "'T'HH:mm:ssXXX",
  time: "HH:mm:ss[.SSS]XXX",
  time_no_millis: "HH:mm:ssXXX",
  week_date: "YYYY-'W'ww-e",
  week_date_time: "YYYY-'W'ww-e'T'HH:mm:ss[.SSS]XXX",
  week_date_time_no_millis: "YYYY-'W'ww-e'T'HH:mm:ssXXX",
  week_year: "YYYY",
  weekyear: "YYYY",
  weekyear_week: "YYYY-'W'ww",
  weekyear_week_day: "YYYY-'W'ww-e",
  year: "uuuu",
  year_month: "uuuu-MM",
  year_month_day: "uuuu-MM-dd",
};

/** Names of formats with optional parts, which have separate parsers. */
export const optionalTimeNames: ReadonlySet<string> = new Set(["strict_date_optional_time", "iso8601"]);

/** The lenient format with optional parts. */
export const LENIENT_OPTIONAL_TIME = "uuuu[-MM[-dd]]['T'[HH[:mm[:ss[.SSS][,SSS]]][XXX]]]";

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RequestError } from "../errors.ts";
import { timeZone } from "../time-zone.ts";
import { dateFormat } from "./date-format.ts";

/** Recorded from Elasticsearch 8.19: format, text, milliseconds, and the instant as printed. */
const parsed: readonly (readonly [format: string, text: string, ms: number, printed: string])[] = [
  ["strict_date_optional_time||epoch_millis", "2020", 1577836800000, "2020-01-01T00:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01", 1577836800000, "2020-01-01T00:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02", 1577923200000, "2020-01-02T00:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T", 1577923200000, "2020-01-02T00:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03", 1577934000000, "2020-01-02T03:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03:04", 1577934240000, "2020-01-02T03:04:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03:04:05", 1577934245000, "2020-01-02T03:04:05.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03:04:05.1", 1577934245100, "2020-01-02T03:04:05.100Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03:04:05,123", 1577934245123, "2020-01-02T03:04:05.123Z"],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T03:04:05.123456789",
    1577934245123,
    "2020-01-02T03:04:05.123Z",
  ],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03:04:05Z", 1577934245000, "2020-01-02T03:04:05.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03:04Z", 1577934240000, "2020-01-02T03:04:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03Z", 1577934000000, "2020-01-02T03:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03:04:05+01", 1577930645000, "2020-01-02T02:04:05.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03:04:05+0130", 1577928845000, "2020-01-02T01:34:05.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03:04:05+01:30", 1577928845000, "2020-01-02T01:34:05.000Z"],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T03:04:05+01:30:15",
    1577928830000,
    "2020-01-02T01:33:50.000Z",
  ],
  ["strict_date_optional_time||epoch_millis", "-0500-01-01", -77945673600000, "-0500-01-01T00:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "0000-01-01", -62167219200000, "0000-01-01T00:00:00.000Z"],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T03:04:05Europe/Paris",
    1577930645000,
    "2020-01-02T02:04:05.000Z",
  ],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03:04:05UTC", 1577934245000, "2020-01-02T03:04:05.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020-01-02T03:04:05GMT+1", 1577930645000, "2020-01-02T02:04:05.000Z"],
  ["strict_date_optional_time||epoch_millis", "2020", 1577836800000, "2020-01-01T00:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "202", 202, "1970-01-01T00:00:00.202Z"],
  ["strict_date_optional_time||epoch_millis", "20200", 20200, "1970-01-01T00:00:20.200Z"],
  ["strict_date_optional_time||epoch_millis", "-1", -1, "1969-12-31T23:59:59.999Z"],
  ["strict_date_optional_time||epoch_millis", "-1", -1, "1969-12-31T23:59:59.999Z"],
  ["strict_date_optional_time||epoch_millis", "1.5", 1, "1970-01-01T00:00:00.001Z"],
  ["strict_date_optional_time||epoch_millis", "1.5", 1, "1970-01-01T00:00:00.001Z"],
  ["strict_date_optional_time||epoch_millis", "1577865600000", 1577865600000, "2020-01-01T08:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "1577865600000.123456", 1577865600000, "2020-01-01T08:00:00.000Z"],
  ["strict_date_optional_time||epoch_millis", "1000.0", 1000, "1970-01-01T00:00:01.000Z"],
  ["strict_date_optional_time||epoch_millis", "-5.7", -6, "1969-12-31T23:59:59.994Z"],
  ["strict_date_optional_time||epoch_millis", "20200102", 20200102, "1970-01-01T05:36:40.102Z"],
  ["date_optional_time", "2020-1-2", 1577923200000, "2020-01-02T00:00:00.000Z"],
  ["date_optional_time", "2020-1-2T3:4:5", 1577934245000, "2020-01-02T03:04:05.000Z"],
  ["date_optional_time", "20-1-2", -61535980800000, "0020-01-02T00:00:00.000Z"],
  ["date_optional_time", "12020-01-01", 317147356800000, "+12020-01-01T00:00:00.000Z"],
  ["date_optional_time", "2020-01-02T03:04:05.5", 1577934245500, "2020-01-02T03:04:05.500Z"],
  ["date_optional_time", "5", -62009366400000, "0005-01-01T00:00:00.000Z"],
  ["date_optional_time", "20200101", 637391450476800000, "+20200101-01-01T00:00:00.000Z"],
  ["date_optional_time", "2020-1-2T", 1577923200000, "2020-01-02T00:00:00.000Z"],
  ["yyyy-MM-dd HH:mm:ss", "2020-01-02 03:04:05", 1577934245000, "2020-01-02 03:04:05"],
  ["yyyy-M-d", "2020-1-2", 1577923200000, "2020-1-2"],
  ["yyyy-M-d", "2020-01-02", 1577923200000, "2020-1-2"],
  ["yy-MM-dd", "20-01-02", 1577923200000, "20-01-02"],
  ["yy-MM-dd", "99-01-02", 4070995200000, "99-01-02"],
  ["dd/MM/yyyy", "02/01/2020", 1577923200000, "02/01/2020"],
  ["MMM d, yyyy", "Jan 2, 2020", 1577923200000, "Jan 2, 2020"],
  ["EEE, dd MMM yyyy HH:mm:ss Z", "Thu, 02 Jan 2020 03:04:05 +0100", 1577930645000, "Thu, 02 Jan 2020 02:04:05 +0000"],
  ["EEE, dd MMM yyyy HH:mm:ss Z", "Fri, 02 Jan 2020 03:04:05 +0100", 1577930645000, "Thu, 02 Jan 2020 02:04:05 +0000"],
  ["yyyyMMdd", "20200102", 1577923200000, "20200102"],
  ["HH:mm", "03:04", 11040000, "03:04"],
  ["MM-dd", "01-02", 86400000, "01-02"],
  ["yyyy-MM-dd'T'HH:mm:ss.SSS", "2020-01-02T03:04:05.123", 1577934245123, "2020-01-02T03:04:05.123"],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSX", "2020-01-02T03:04:05.123Z", 1577934245123, "2020-01-02T03:04:05.123Z"],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSX", "2020-01-02T03:04:05.123+01", 1577930645123, "2020-01-02T02:04:05.123Z"],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2020-01-02T03:04:05.123+01:00", 1577930645123, "2020-01-02T02:04:05.123Z"],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2020-01-02T03:04:05.123Z", 1577934245123, "2020-01-02T03:04:05.123Z"],
  ["yyyy-MM-dd HH:mm:ss z", "2020-01-02 03:04:05 CET", 1577930645000, "2020-01-02 02:04:05 Z"],
  ["yyyy-MM-dd HH:mm:ss z", "2020-01-02 03:04:05 Europe/Paris", 1577930645000, "2020-01-02 02:04:05 Z"],
  ["yyyy-MM-dd HH:mm:ss VV", "2020-01-02 03:04:05 Europe/Paris", 1577930645000, "2020-01-02 02:04:05 Z"],
  ["yyyy[-MM[-dd]]", "2020", 1577836800000, "2020-01-01"],
  ["yyyy[-MM[-dd]]", "2020-01", 1577836800000, "2020-01-01"],
  ["yyyy[-MM[-dd]]", "2020-01-02", 1577923200000, "2020-01-02"],
  ["h:mm a", "3:04 PM", 54240000, "3:04 PM"],
  ["yyyy-MM-dd hh:mm a", "2020-01-02 03:04 PM", 1577977440000, "2020-01-02 03:04 PM"],
  ["uuuu", "2020", 1577836800000, "2020"],
  ["yyyy-DDD", "2020-032", 1580515200000, "2020-032"],
  ["YYYY-'W'ww-e", "2020-W01-1", 1577577600000, "2020-W01-1"],
  ["YYYY-ww-EEE", "2024-27-Tue", 1719878400000, "2024-27-Tue"],
  ["yyyy-MM W e", "2024-07 2 3", 1719792000000, "2024-07 1 2"],
  ["yyyy-MM-ppd", "2024-07- 6", 1720224000000, "2024-07- 6"],
  ["yyyy-MM-ppd", "2024-07-16", 1721088000000, "2024-07-16"],
  ["yyyy-MM-dd HH:mm B", "2024-07-06 05:04 AM", 1720242240000, "2024-07-06 05:04 AM"],
  ["g HH:mm", "60500 12:30", 1720528200000, "60500 12:30"],
  ["ggggggg", "0060500", 1720483200000, "0060500"],
  ["yyyy-MM-dd HH:mm:ss,SSSSSS", "2020-01-02 03:04:05,123456", 1577934245123, "2020-01-02 03:04:05,123000"],
  ["epoch_second", "1577865600", 1577865600000, "1577865600"],
  ["epoch_second", "1577865600.5", 1577865600500, "1577865600.5"],
  ["epoch_second", "1577865600", 1577865600000, "1577865600"],
  ["epoch_second", "-1", -1000, "-1"],
  ["epoch_millis", "5", 5, "5"],
  ["epoch_millis", "-5.5", -6, "-6"],
  ["basic_date", "20200102", 1577923200000, "20200102"],
  ["basic_date_time", "20200102T030405.123Z", 1577934245123, "20200102T030405.123Z"],
  ["basic_date_time", "20200102T030405.123+0100", 1577930645123, "20200102T020405.123Z"],
  ["basic_date_time", "20200102T030405.1Z", 1577934245100, "20200102T030405.100Z"],
  ["basic_date_time_no_millis", "20200102T030405Z", 1577934245000, "20200102T030405Z"],
  ["date", "2020-01-02", 1577923200000, "2020-01-02"],
  ["date", "2020-1-2", 1577923200000, "2020-01-02"],
  ["strict_date", "2020-01-02", 1577923200000, "2020-01-02"],
  ["date_hour_minute_second", "2020-01-02T03:04:05", 1577934245000, "2020-01-02T03:04:05"],
  ["date_time", "2020-01-02T03:04:05.123Z", 1577934245123, "2020-01-02T03:04:05.123Z"],
  ["date_time", "2020-01-02T03:04:05.123+01:00", 1577930645123, "2020-01-02T02:04:05.123Z"],
  ["strict_date_time", "2020-01-02T03:04:05.123Z", 1577934245123, "2020-01-02T03:04:05.123Z"],
  ["strict_date_time", "2020-01-02T03:04:05Z", 1577934245000, "2020-01-02T03:04:05.000Z"],
  ["date_time_no_millis", "2020-01-02T03:04:05Z", 1577934245000, "2020-01-02T03:04:05Z"],
  ["year", "2020", 1577836800000, "2020"],
  ["year_month", "2020-01", 1577836800000, "2020-01"],
  ["week_date", "2020-W01-1", 1577664000000, "2020-W01-1"],
  ["ordinal_date", "2020-032", 1580515200000, "2020-032"],
  ["hour_minute", "03:04", 11040000, "03:04"],
  ["weekyear_week", "2020-W02", 1578268800000, "2020-W02"],
  ["iso8601", "2020-01-02T03:04:05Z", 1577934245000, "2020-01-02T03:04:05.000Z"],
  ["strict_date_optional_time_nanos", "2020-01-02T03:04:05.123456789Z", 1577934245123, "2020-01-02T03:04:05.123Z"],
  ["basic_week_date", "2020W011", 1577664000000, "2020W011"],
  ["strict_date_hour_minute_second_millis", "2020-01-02T03:04:05.123", 1577934245123, "2020-01-02T03:04:05.123"],
  ["date_hour_minute_second_fraction", "2020-01-02T03:04:05.123456", 1577934245123, "2020-01-02T03:04:05.123"],
  ["basic_ordinal_date", "2020032", 1580515200000, "2020032"],
  ["time", "03:04:05.123Z", 11045123, "03:04:05.123Z"],
  ["t_time_no_millis", "T03:04:05Z", 11045000, "T03:04:05Z"],
  ["8yyyy-MM-dd", "2020-01-02", 1577923200000, "2020-01-02"],
  ["YYYY-MM-dd", "2020-01-02", 1577577600000, "2020-12-29"],
  ["yyyy-MM-dd'T'HH:mm:ssZZ", "2020-01-02T03:04:05+0100", 1577930645000, "2020-01-02T02:04:05+0000"],
  ["yyyy-MM-dd'T'HH:mm:ssZZZZZ", "2020-01-02T03:04:05+01:00", 1577930645000, "2020-01-02T02:04:05Z"],
  ["yyyy-MM-dd'T'HH:mm:ssZZZZZ", "2020-01-02T03:04:05Z", 1577934245000, "2020-01-02T03:04:05Z"],
  ["MMMM yyyy", "January 2020", 1577836800000, "January 2020"],
  ["EEEE d MMMM yyyy", "Thursday 2 January 2020", 1577923200000, "Thursday 2 January 2020"],
  ["q yyyy", "1 2020", 1577836800000, "1 2020"],
  ["yyyy'Q'q", "2020Q1", 1577836800000, "2020Q1"],
  ["A", "1000", 1000, "1000"],
  ["yyyy-MM-dd G", "2020-01-02 AD", 1577923200000, "2020-01-02 AD"],
];

/** Texts that Elasticsearch rejects, with the reason and its cause. */
const refused: readonly (readonly [format: string, text: string, reason: string, cause: string | undefined])[] = [
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T03:04:05.1234567891",
    "failed to parse date field [2020-01-02T03:04:05.1234567891] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02TZ",
    "failed to parse date field [2020-01-02TZ] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02Z",
    "failed to parse date field [2020-01-02Z] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020Z",
    "failed to parse date field [2020Z] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T03:04:05+1:30",
    "failed to parse date field [2020-01-02T03:04:05+1:30] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T03:04:05z",
    "failed to parse date field [2020-01-02T03:04:05z] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T03:04:05 Z",
    "failed to parse date field [2020-01-02T03:04:05 Z] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02 03:04:05",
    "failed to parse date field [2020-01-02 03:04:05] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-1-2",
    "failed to parse date field [2020-1-2] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "20-01-02",
    "failed to parse date field [20-01-02] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "12020-01-01",
    "failed to parse date field [12020-01-01] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "+12020-01-01",
    "failed to parse date field [+12020-01-01] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "-500-01-01",
    "failed to parse date field [-500-01-01] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  ["strict_date_optional_time||epoch_millis", "2020-02-30", "Invalid date 'FEBRUARY 30'", undefined],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-00-01",
    "Invalid value for MonthOfYear (valid values 1 - 12): 0",
    undefined,
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2021-02-29",
    "Invalid date 'February 29' as '2021' is not a leap year",
    undefined,
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T24:00:00",
    "failed to parse date field [2020-01-02T24:00:00] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T23:59:60",
    "failed to parse date field [2020-01-02T23:59:60] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T03:04:05[Europe/Paris]",
    "failed to parse date field [2020-01-02T03:04:05[Europe/Paris]] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T3:04",
    "failed to parse date field [2020-01-02T3:04] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T03:4",
    "failed to parse date field [2020-01-02T03:4] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02T03:04:5",
    "failed to parse date field [2020-01-02T03:04:5] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    " 2020-01-02",
    "failed to parse date field [ 2020-01-02] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-01-02 ",
    "failed to parse date field [2020-01-02 ] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  ["strict_date_optional_time||epoch_millis", "", "cannot parse empty datetime", undefined],
  [
    "strict_date_optional_time||epoch_millis",
    "1e3",
    "failed to parse date field [1e3] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-W01-1",
    "failed to parse date field [2020-W01-1] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "strict_date_optional_time||epoch_millis",
    "2020-001",
    "failed to parse date field [2020-001] with format [strict_date_optional_time||epoch_millis]",
    "Failed to parse with all enclosed parsers",
  ],
  [
    "date_optional_time",
    "2020-01-02T3:04:05.123+1:00",
    "failed to parse date field [2020-01-02T3:04:05.123+1:00] with format [date_optional_time]",
    "Text '2020-01-02T3:04:05.123+1:00' could not be parsed, unparsed text found at index 22",
  ],
  [
    "yyyy-MM-dd HH:mm:ss",
    "2020-1-2 03:04:05",
    "failed to parse date field [2020-1-2 03:04:05] with format [yyyy-MM-dd HH:mm:ss]",
    "Text '2020-1-2 03:04:05' could not be parsed at index 5",
  ],
  ["yyyy-MM-dd HH:mm:ss", "2020-13-02 03:04:05", "Invalid value for MonthOfYear (valid values 1 - 12): 13", undefined],
  ["yyyy-MM-dd HH:mm:ss", "2020-02-30 03:04:05", "Invalid date 'FEBRUARY 30'", undefined],
  [
    "yyyy-M-d",
    "20-1-2",
    "failed to parse date field [20-1-2] with format [yyyy-M-d]",
    "Text '20-1-2' could not be parsed at index 0",
  ],
  [
    "yy-MM-dd",
    "2020-01-02",
    "failed to parse date field [2020-01-02] with format [yy-MM-dd]",
    "Text '2020-01-02' could not be parsed at index 2",
  ],
  [
    "MMM d, yyyy",
    "jan 2, 2020",
    "failed to parse date field [jan 2, 2020] with format [MMM d, yyyy]",
    "Text 'jan 2, 2020' could not be parsed at index 0",
  ],
  [
    "MMM d, yyyy",
    "January 2, 2020",
    "failed to parse date field [January 2, 2020] with format [MMM d, yyyy]",
    "Text 'January 2, 2020' could not be parsed at index 3",
  ],
  [
    "yyyy-MM-dd'T'HH:mm:ss.SSS",
    "2020-01-02T03:04:05.1",
    "failed to parse date field [2020-01-02T03:04:05.1] with format [yyyy-MM-dd'T'HH:mm:ss.SSS]",
    "Text '2020-01-02T03:04:05.1' could not be parsed at index 20",
  ],
  [
    "yyyy-MM-dd'T'HH:mm:ss.SSSX",
    "2020-01-02T03:04:05.123+01:00",
    "failed to parse date field [2020-01-02T03:04:05.123+01:00] with format [yyyy-MM-dd'T'HH:mm:ss.SSSX]",
    "Text '2020-01-02T03:04:05.123+01:00' could not be parsed, unparsed text found at index 26",
  ],
  [
    "strict_date",
    "2020-1-2",
    "failed to parse date field [2020-1-2] with format [strict_date]",
    "Text '2020-1-2' could not be parsed at index 5",
  ],
  [
    "yyyy-MM-dd'T'HH:mm:ssZZ",
    "2020-01-02T03:04:05+01:00",
    "failed to parse date field [2020-01-02T03:04:05+01:00] with format [yyyy-MM-dd'T'HH:mm:ssZZ]",
    "Text '2020-01-02T03:04:05+01:00' could not be parsed at index 19",
  ],
];

describe("date formats", () => {
  test.each(parsed)("%s of %s", (format, text, ms, printed) => {
    const instant = dateFormat(format).parse(text);
    expect(instant.ms).toBe(ms);
    expect(dateFormat(format).print(instant.ms)).toBe(printed);
  });

  test.each(refused)("%s rejects %s", (format, text, reason, cause) => {
    let error: unknown;
    try {
      dateFormat(format).parse(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(RequestError);
    expect((error as RequestError).message).toBe(reason);
    expect((error as RequestError).cause?.message).toBe(cause);
  });

  test.each([
    ["foo", "Invalid format: [foo]: Unknown pattern letter: f"],
    ["", "No date pattern provided"],
    ["yyyy-MM-dd||", "Cannot have empty element in multi date format pattern: yyyy-MM-dd||"],
  ])("%j is no format", (format, reason) => {
    expect(() => dateFormat(format)).toThrow(reason);
  });

  test("when rounding up a missing time is the last instant, missing months and days the first", () => {
    const format = dateFormat("strict_date_optional_time||epoch_millis");
    const at = (text: string): string => new Date(format.parse(text, { roundUp: true }).ms).toISOString();
    expect(at("2020")).toBe("2020-01-01T23:59:59.999Z");
    expect(at("2020-02-03T04")).toBe("2020-02-03T04:59:59.999Z");
    expect(at("2020-02-03T04:05:06.7Z")).toBe("2020-02-03T04:05:06.700Z");
    expect(dateFormat("yyyy-MM-dd").parse("2020-02-03", { roundUp: true }).ms).toBe(Date.UTC(2020, 1, 4) - 1);
  });

  test("texts without a zone use the given one", () => {
    const zone = timeZone("Europe/Paris");
    expect(dateFormat("strict_date_optional_time").parse("2020-07-01T10:00", { zone }).ms).toBe(
      Date.UTC(2020, 6, 1, 8),
    );
    expect(dateFormat("strict_date_optional_time").print(Date.UTC(2020, 6, 1, 8), 0, zone)).toBe(
      "2020-07-01T10:00:00.000+02:00",
    );
    expect(dateFormat("yyyy-MM-dd HH:mm VV").print(Date.UTC(2020, 0, 1), 0, zone)).toBe(
      "2020-01-01 01:00 Europe/Paris",
    );
  });

  test("printed dates parse back", () => {
    const formats = [
      "strict_date_optional_time",
      "date_time",
      "basic_date_time",
      "week_date_time",
      "ordinal_date_time",
      "yyyy-MM-dd HH:mm:ss.SSS",
      "epoch_millis",
      "EEE, d MMM uuuu HH:mm:ss.SSS Z",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        fc.integer({ min: Date.UTC(0, 0), max: Date.UTC(9999, 11) }),
        (name, ms) => {
          const format = dateFormat(name);
          expect(format.parse(format.print(ms)).ms).toBe(ms);
        },
      ),
    );
  });
});

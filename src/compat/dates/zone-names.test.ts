/** Names of zones from CLDR, printed and parsed back. Recorded from Elasticsearch 8.19. */
import { describe, expect, test } from "vitest";
import { timeZone, utc } from "../time-zone.ts";
import { dateFormat } from "./date-format.ts";

const WINTER = Date.UTC(2024, 0, 6, 12);
const SUMMER = Date.UTC(2024, 6, 6, 12);

describe("printing", () => {
  test.each([
    ["Europe/Berlin", "CET CEST"],
    ["America/New_York", "EST EDT"],
    ["Europe/London", "GMT BST"],
    ["Asia/Kolkata", "IST IST"],
    ["Asia/Tokyo", "JST JST"],
    ["Australia/Sydney", "AEDT AEST"],
    ["America/Sao_Paulo", "BRT BRT"],
    ["UTC", "UTC UTC"],
    ["GMT", "GMT GMT"],
    ["+02:00", "+02:00 +02:00"],
    ["Z", "Z Z"],
  ])("abbreviations of %s", (zone, expected) => {
    const format = dateFormat("z");
    expect(`${format.print(WINTER, 0, timeZone(zone))} ${format.print(SUMMER, 0, timeZone(zone))}`).toBe(expected);
  });

  test.each([
    ["America/New_York", "", "Eastern Daylight Time"],
    ["Asia/Kolkata", "", "India Standard Time"],
    ["UTC", "", "Coordinated Universal Time"],
    ["Europe/Berlin", "de", "Mitteleuropäische Sommerzeit"],
  ])("the name of %s in [%s]", (zone, locale, expected) => {
    expect(dateFormat("zzzz", locale).print(SUMMER, 0, timeZone(zone))).toBe(expected);
  });

  test("an abbreviation in another language", () => {
    expect(dateFormat("z", "de").print(SUMMER, 0, timeZone("Europe/Berlin"))).toBe("MESZ");
  });

  test("ids as written by java.time", () => {
    const id = (zone: string): string => dateFormat("VV").print(SUMMER, 0, timeZone(zone));
    expect(["UTC", "GMT", "UT", "Z", "Etc/UTC", "+2", "+0230", "UTC+1", "Europe/Berlin", "-03:30:15"].map(id)).toEqual([
      "UTC",
      "GMT",
      "UT",
      "Z",
      "Etc/UTC",
      "+02:00",
      "+02:30",
      "UTC+01:00",
      "Europe/Berlin",
      "-03:30:15",
    ]);
    expect(dateFormat("VV").print(SUMMER, 0, utc)).toBe("Z");
  });

  test("a zone without a name is printed as an offset", () => {
    expect(dateFormat("z").print(WINTER, 0, timeZone("America/Punta_Arenas"))).toBe("GMT-03:00");
  });
});

describe("reading", () => {
  const read = (format: string, text: string): string => new Date(dateFormat(format).parse(text).ms).toISOString();

  test.each([
    ["PST", "12:04"],
    ["PDT", "12:04"],
    ["CET", "03:04"],
    ["CEST", "03:04"],
    ["EST", "09:04"],
    ["MSK", "02:04"],
    ["JST", "20:04"],
    ["GMT", "05:04"],
    ["GMT+02:00", "03:04"],
    ["UTC", "05:04"],
    ["Z", "05:04"],
    ["+02:00", "03:04"],
    ["America/New_York", "09:04"],
  ])("%s", (zone, time) => {
    // An abbreviation selects the zone; the date decides whether it is summer time.
    expect(read("yyyy-MM-dd HH:mm z", `2024-07-06 05:04 ${zone}`).slice(11, 16)).toBe(time);
  });

  test.each([
    ["Pacific Standard Time", "12:04"],
    ["Pacific Time", "12:04"],
    ["Central European Time", "03:04"],
    ["India Standard Time", "23:34"],
  ])("%s", (zone, time) => {
    expect(read("yyyy-MM-dd HH:mm zzzz", `2024-07-06 05:04 ${zone}`).slice(11, 16)).toBe(time);
  });

  test("the output of Java's Date", () => {
    expect(read("EEE MMM dd HH:mm:ss z yyyy", "Sat Jul 06 05:04:03 PDT 2024")).toBe("2024-07-06T12:04:03.000Z");
  });

  test.each([
    ["z", "FOO", "could not be parsed at index 17"],
    ["z", "cet", "could not be parsed at index 17"],
    ["z", "GMT+2", "could not be parsed, unparsed text found at index 20"],
    ["z", "+2", "could not be parsed at index 17"],
    ["VV", "PST", "could not be parsed at index 17"],
    ["zzzz", "CEST", "could not be parsed at index 17"],
  ])("%s does not read %s", (letters, zone, reason) => {
    const text = `2024-07-06 05:04 ${zone}`;
    let thrown: unknown;
    try {
      dateFormat(`yyyy-MM-dd HH:mm ${letters}`).parse(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ cause: { message: `Text '${text}' ${reason}` } });
  });
});

describe("unknown zones", () => {
  test.each(["PST", "IST", "utc", "europe/berlin", "EUROPE/BERLIN", "Foo/Bar", "+19:00", "+2:30", "ROC", ""])(
    "%s",
    (name) => {
      expect(() => timeZone(name)).toThrow();
    },
  );
});

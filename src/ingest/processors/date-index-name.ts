import { dateFormat } from "../../compat/dates/date-format.ts";
import { readLocale } from "../../compat/dates/locale.ts";
import { timeZone, utc } from "../../compat/time-zone.ts";
import { pathSource } from "../config/fields-of.ts";
import { textSource } from "../config/template.ts";
import { dateReader, readDate } from "../dates/date-reader.ts";
import { javaText } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";

const DEFAULT_FORMATS = ["yyyy-MM-dd'T'HH:mm:ss.SSSXX"];

/** Sends documents to indices by a date in them: to a name with date maths, which is resolved as they are written. */
export const dateIndexName: ProcessorKind = {
  name: "date_index_name",

  create(config, { nowMs }) {
    const locale = config.optionalString("locale");
    const zoneName = config.optionalString("timezone");
    const names = readLocale(locale ?? "en");
    const zone = zoneName === undefined ? utc : timeZone(zoneName);
    const formats = config.optionalList("date_formats") ?? DEFAULT_FORMATS;
    const readers = formats.map((format) => dateReader(javaText(format), nowMs));
    const field = config.string("field");
    const prefix = textSource(config.optionalString("index_name_prefix") ?? "");
    const rounding = pathSource(config, "date_rounding");
    const nameFormat = textSource(config.optionalString("index_name_format") ?? "yyyy-MM-dd");
    return (document) => {
      const value = document.value(field);
      const { ms, nanos } = readDate(value === null ? null : javaText(value), readers, { zone, locale: names });
      const format = nameFormat(document);
      const printed = dateFormat(format).print(ms, nanos, zone);
      const zoneText = zone === utc ? "UTC" : zone.name;
      document.set("_index", `<${prefix(document)}{${printed}||/${rounding(document)}{${format}|${zoneText}}}>`);
    };
  },
};

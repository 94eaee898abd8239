import { dateFormat, type DateFormat } from "../../compat/dates/date-format.ts";
import { readLocale } from "../../compat/dates/locale.ts";
import { RequestError } from "../../compat/errors.ts";
import { type TimeZone, timeZone, utc } from "../../compat/time-zone.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import { type TextSource, textSource } from "../config/template.ts";
import { dateReader, readDate, unreadable } from "../dates/date-reader.ts";
import { javaText } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";

const DEFAULT_TARGET = "@timestamp";
const DEFAULT_OUTPUT = "yyyy-MM-dd'T'HH:mm:ss.SSSXXX";

/** Reads a date in any of several formats, and writes it in one. */
export const date: ProcessorKind = {
  name: "date",

  create(config, { nowMs }) {
    const field = config.string("field");
    const target = config.optionalString("target_field") ?? DEFAULT_TARGET;
    const zone = optionalText(config, "timezone");
    const locale = optionalText(config, "locale");
    const readers = config.list("formats").map((format) => dateReader(javaText(format), nowMs));
    const output = outputFormat(config);
    return (document) => {
      const value = document.value(field);
      const text = value === null ? null : javaText(value);
      let where: { readonly zone: TimeZone; readonly locale: string };
      try {
        where = {
          zone: zone ? timeZone(zone(document)) : utc,
          locale: locale ? readLocale(locale(document)) : "",
        };
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        const type = error.message.startsWith("Unknown time-zone") ? "zone_rules_exception" : error.type;
        throw unreadable(text, new RequestError(error.status, type, error.message));
      }
      const { ms, nanos } = readDate(text, readers, where);
      document.set(target, output.print(ms, nanos, where.zone));
    };
  },
};

function optionalText(config: ProcessorConfig, name: string): TextSource | undefined {
  const given = config.optionalString(name);
  return given === undefined ? undefined : textSource(given);
}

function outputFormat(config: ProcessorConfig): DateFormat {
  const given = config.optionalString("output_format") ?? DEFAULT_OUTPUT;
  try {
    return dateFormat(given);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const reason = `invalid output format [${given}]`;
    throw new RequestError(400, "illegal_argument_exception", reason, { cause: error });
  }
}

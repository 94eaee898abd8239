import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { valueOf } from "../config/fields-of.ts";
import type { ProcessorConfig } from "../config/processor-config.ts";
import { notOfClass } from "../document/ingest-document.ts";
import { javaText } from "../document/java-values.ts";
import type { ProcessorKind } from "../processor.ts";

/** Takes the columns of a line of values into fields. */
export const csv: ProcessorKind = {
  name: "csv",

  create(config) {
    const field = config.string("field");
    const form = {
      quote: character(config, "quote", '"', `quote has to be single character like " or '`),
      separator: character(config, "separator", ",", "separator has to be single character like , or ;"),
      trim: config.boolean("trim", false),
    };
    const empty: Json | undefined = config.json("empty_value");
    const ignoreMissing = config.boolean("ignore_missing", false);
    const targets = config.list("target_fields").map(javaText);
    if (targets.length === 0) throw config.error("target_fields", "target fields list can't be empty");
    return (document) => {
      const line = valueOf(document, field, ignoreMissing);
      if (line === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${field}] is null, cannot process it.`);
      }
      if (typeof line !== "string") throw notOfClass(field, line, "java.lang.String");
      if (line === "") return;
      const columns = columnsOf(line, form, targets.length);
      columns.forEach((column, at) => {
        const value = column === "" ? empty : column;
        if (value !== undefined) document.set(targets[at] ?? "", value);
      });
    };
  },
};

interface LineForm {
  readonly quote: string;
  readonly separator: string;
  readonly trim: boolean;
}

function character(config: ProcessorConfig, name: string, otherwise: string, why: string): string {
  const given = config.optionalString(name) ?? otherwise;
  if (given.length !== 1) throw config.error(name, why);
  return given;
}

/** At most so many columns; what stands behind them is not read. Throws 400 for quotes that do not fit. */
function columnsOf(line: string, form: LineForm, most: number): string[] {
  const columns: string[] = [];
  let at = 0;
  while (columns.length < most) {
    if (at >= line.length) break;
    const begin = skipBlank(line, at, form);
    const quoted = line.charAt(begin) === form.quote;
    const { column, end } = quoted ? quotedColumn(line, begin + 1, form) : plainColumn(line, at, form);
    columns.push(column);
    if (end >= line.length) break;
    at = end + 1;
  }
  return columns;
}

function skipBlank(line: string, from: number, { separator }: LineForm): number {
  let at = from;
  while (at < line.length && line.charAt(at) !== separator && /\s/.test(line.charAt(at))) at++;
  return at;
}

interface Column {
  readonly column: string;
  /** Offset of the separator behind it, or the end of the line. */
  readonly end: number;
}

function plainColumn(line: string, from: number, { quote, separator, trim }: LineForm): Column {
  let end = from;
  for (; end < line.length && line.charAt(end) !== separator; end++) {
    const one = line.charAt(end);
    if (one === quote || one === "\n" || one === "\r")
      throw illegalArgument(`Illegal character inside unquoted field at ${end}`);
  }
  const column = line.slice(from, end);
  return { column: trim ? column.trim() : column, end };
}

function quotedColumn(line: string, from: number, form: LineForm): Column {
  const { quote, separator } = form;
  let column = "";
  let at = from;
  for (;;) {
    const close = line.indexOf(quote, at);
    if (close < 0) throw illegalArgument("Unmatched quote");
    column += line.slice(at, close);
    at = close + 1;
    if (line.charAt(at) !== quote) break;
    column += quote;
    at++;
  }
  const end = skipBlank(line, at, form);
  if (end < line.length && line.charAt(end) !== separator)
    throw illegalArgument(`character '${line.charAt(end)}' after quoted field at ${end}`);
  return { column, end };
}

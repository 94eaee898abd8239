import { numberFormat } from "../../compat/body-reader.ts";
import { RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { textProcessor } from "../config/text-processor.ts";
import type { ProcessorKind } from "../processor.ts";

/** Makes numbers of sizes: `1kb` is 1024. */
export const bytes: ProcessorKind = {
  name: "bytes",
  create: (config) => textProcessor(config, sizeOf),
};

const UNITS = "bkmgtp";

function sizeOf(text: string): Json {
  const lower = text.toLowerCase().trim();
  if (lower === "-1" || lower === "0") return Number(lower);
  const [, number = "", unit] = /^(.*?)([kmgtp]?b|[kmgtp])$/s.exec(lower) ?? [];
  if (unit === undefined)
    throw parseFailure(
      `failed to parse setting [Ingest Field] with value [${text}] as a size in bytes: unit is missing or unrecognized`,
    );
  const digits = number.trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(digits)) throw parseFailure(`failed to parse [${text}]`, numberFormat(digits));
  const size = Number(digits) * 1024 ** UNITS.indexOf(unit.charAt(0));
  return Math.trunc(size);
}

function parseFailure(reason: string, cause?: RequestError): RequestError {
  return new RequestError(400, "parse_exception", reason, { cause });
}

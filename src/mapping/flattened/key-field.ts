/** One key of a flattened field as a field. */
import { illegalArgument } from "../../compat/errors.ts";
import { refuseFormat, valueText } from "../define-field-type.ts";
import type { MappedField } from "../field-type.ts";
import { termRange } from "../term-range.ts";

const decoder = new TextDecoder();

/** The field with the terms `key \0 value` of a flattened field. */
export function keyedName(path: string): string {
  return `${path}._keyed`;
}

/** The field of `key`. Terms begin with the key; the column holds values without it. */
export function keyField(path: string, key: string, all: MappedField): MappedField {
  const prefix = `${key}\0`;
  const encode = (text: string): Uint8Array => Buffer.from(prefix + text, "utf8");
  return {
    ...all,
    listsTerms: true,
    path: `${all.path}\0${key}`,
    spec: { ...all.spec, name: `${all.path}\0${key}` },
    sourcePath: `${path}.${key}`,
    keyed: { all, prefix },
    term: (value) => encode(valueText(value)),
    range(bounds) {
      if ((bounds.gte ?? bounds.gt ?? null) === null || (bounds.lte ?? bounds.lt ?? null) === null) {
        throw illegalArgument(
          "[range] queries on keyed [flattened] fields must include both an upper and a lower bound.",
        );
      }
      return termRange(bounds, (value) => encode(valueText(value)));
    },
    format(value, format) {
      refuseFormat(all, format);
      return typeof value === "object" ? decoder.decode(value) : String(value);
    },
    parseValue: (value) => Buffer.from(valueText(value), "utf8"),
    fetch: (sourceValue) => (sourceValue === null ? undefined : sourceValue),
  };
}

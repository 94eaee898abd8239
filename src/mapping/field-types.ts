/** The documented field types: this list is the registry. Objects and aliases are part of the mapping itself. */
import type { FieldType } from "./field-type.ts";
import { binary } from "./field-types/binary.ts";
import { boolean } from "./field-types/boolean.ts";
import { byte } from "./field-types/byte.ts";
import { date } from "./field-types/date.ts";
import { dateNanos } from "./field-types/date-nanos.ts";
import { double } from "./field-types/double.ts";
import { float } from "./field-types/float.ts";
import { geoPoint } from "./field-types/geo-point.ts";
import { halfFloat } from "./field-types/half-float.ts";
import { integer } from "./field-types/integer.ts";
import { ip } from "./field-types/ip.ts";
import { keyword } from "./field-types/keyword.ts";
import { long } from "./field-types/long.ts";
import { scaledFloat } from "./field-types/scaled-float.ts";
import { short } from "./field-types/short.ts";
import { text } from "./field-types/text.ts";
import { unsignedLong } from "./field-types/unsigned-long.ts";
import { wildcard } from "./field-types/wildcard.ts";

export const fieldTypes: readonly FieldType[] = [
  text,
  keyword,
  wildcard,
  byte,
  short,
  integer,
  long,
  unsignedLong,
  halfFloat,
  float,
  double,
  scaledFloat,
  boolean,
  date,
  dateNanos,
  ip,
  geoPoint,
  binary,
];

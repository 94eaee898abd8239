import { shortestFloat } from "../../core/float32.ts";
import type { FieldType } from "../field-type.ts";
import { fractionType } from "../numbers/fraction-type.ts";

/** Numbers of 32 bits with fractions; what is searched and aggregated is the rounded value. */
export const float: FieldType = fractionType({ name: "float", javaClass: "Float", round: Math.fround, show: shortestFloat }, "Numbers of 32 bits with fractions (IEEE 754).");

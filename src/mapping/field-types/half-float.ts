import { shortestFloat } from "../../core/float32.ts";
import type { FieldType } from "../field-type.ts";
import { fractionType } from "../numbers/fraction-type.ts";
import { roundToHalf } from "../numbers/half-float.ts";

/** Numbers of 16 bits with fractions. */
export const halfFloat: FieldType = fractionType({ name: "half_float", javaClass: "Float", round: roundToHalf, show: shortestFloat }, "Numbers of 16 bits with fractions (IEEE 754).");

/** The functions of `rank_feature` (Lucene's `FeatureField`), in float32 steps. */
import { illegalArgument } from "../../compat/errors.ts";
import { javaFloat } from "../../core/float32.ts";
import type { Explanation } from "../query.ts";
import { explained } from "../scoring/explanation.ts";

export interface FeatureFunction {
  /** Lucene's text form. */
  readonly description: string;
  readonly score: (weight: number, value: number) => number;
  readonly explain: {
    readonly formula: { readonly name: string; readonly text: string };
    readonly parameters: readonly Explanation[];
  };
}

const f32 = Math.fround;
const PIVOT = "k, pivot feature value that would give a score contribution equal to w/2";

export function saturation(pivot: number): FeatureFunction {
  const k = f32(pivot);
  if (!(k > 0)) throw illegalArgument(`pivot must be > 0, got: ${javaFloat(k)}`);
  return {
    description: `SaturationFunction(pivot=${javaFloat(k)})`,
    score: (weight, value) => f32(weight * f32(1 - f32(k / f32(value + k)))),
    explain: { formula: { name: "Saturation", text: "w * S / (S + k)" }, parameters: [explained(k, PIVOT)] },
  };
}

export function logarithm(scalingFactor: number): FeatureFunction {
  const a = f32(scalingFactor);
  if (a < 1) throw illegalArgument(`scalingFactor must be >= 1, got: ${javaFloat(a)}`);
  return {
    description: `LogFunction(scalingFactor=${javaFloat(a)})`,
    score: (weight, value) => weight * Math.log(f32(a + value)),
    explain: {
      formula: { name: "Log", text: "w * log(a + S)" },
      parameters: [explained(a, "a, scaling factor")],
    },
  };
}

export function sigmoid(pivot: number, exponent: number): FeatureFunction {
  const k = f32(pivot);
  const a = f32(exponent);
  if (!(k > 0)) throw illegalArgument(`pivot must be > 0, got: ${javaFloat(k)}`);
  if (!(a > 0)) throw illegalArgument(`exp must be > 0, got: ${javaFloat(a)}`);
  const power = k ** a;
  return {
    description: `SigmoidFunction(pivot=${javaFloat(k)}, a=${javaFloat(a)})`,
    score: (weight, value) => weight * (1 - power / (value ** a + power)),
    explain: {
      formula: { name: "Sigmoid", text: "w * S^a / (S^a + k^a)" },
      parameters: [
        explained(k, PIVOT),
        explained(a, "a, exponent, higher values make the function grow slower before k and faster after k"),
      ],
    },
  };
}

export const linear: FeatureFunction = {
  description: "LinearFunction",
  score: (weight, value) => f32(weight * value),
  explain: { formula: { name: "Linear", text: "w * S" }, parameters: [] },
};

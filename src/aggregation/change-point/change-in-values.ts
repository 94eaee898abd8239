/**
 * Which model of a series is the least that explains it: a constant, a trend, a step, two trends, or two
 * distributions. Each is compared with a lesser one that it contains, by the F test of their variances.
 */
import { regularizedBeta } from "../../core/student-t.ts";
import { distanceProbability, greatestDistance } from "../../core/two-samples.ts";
import { type Change, STATIONARY, inAnyOf } from "./change.ts";
import { downsampled } from "./downsample.ts";
import { WeightedFit } from "./weighted-fit.ts";

/** Values on each side of a change. */
const LEAST_VALUES = 10;
const MOST_CANDIDATES = 1000;
/** A model must explain as much of the variance. */
const LEAST_EXPLAINED = 0.5;
/** Less probable than this, no other explanation is looked for. */
const CERTAIN = 1e-5;
/** Weight of the values that are greater, or less, than 97.5% of all. */
const OUTLIER_WEIGHT = 0.01;
/** The probability may be less, the more values there are: with each the test has more power. */
const POWER_OF_A_VALUE = 0.04;

interface Model {
  readonly type: string;
  readonly variance: number;
  /** What it has to choose freely. */
  readonly parameters: number;
  readonly at: number;
  /** The probability of its variance by chance, if the lesser model were true. */
  readonly pValue: number;
}

/** A series with the weights of its values, and where it may change. */
interface Series {
  readonly values: Float64Array;
  readonly weights: Float64Array;
  readonly candidates: readonly number[];
  readonly whole: WeightedFit;
}

/** The change of a series; `threshold` is that of the fewest values. */
export function changeInValues(values: Float64Array, threshold: number): Change {
  const series = seriesOf(values);
  const { variance, mean, weight } = series.whole;
  if (variance < Math.sqrt(lastPlace(2 * weight * mean))) return STATIONARY;
  const least = threshold * Math.exp(-POWER_OF_A_VALUE * (values.length - 2 * (LEAST_VALUES + 1)));
  const tried = new Set<number>();
  const best = bestModel(series, least, tried);
  const pValue = againstConstant(best, series);
  if (pValue > CERTAIN) {
    const other = distributionChange(series, tried);
    if (other.pValue < Math.min(least, 0.1 * pValue))
      return { type: "distribution_change", pValue: other.pValue, at: other.at };
  }
  const rValue = 1 - best.variance / variance;
  switch (best.type) {
    case "non_stationary":
      return { type: best.type, pValue, rValue, trend: slopeOf(values) < 0 ? "decreasing" : "increasing" };
    case "trend_change":
      return { type: best.type, pValue, rValue, at: best.at };
    case "step_change":
      return { type: best.type, pValue, at: best.at };
    default:
      return STATIONARY;
  }
}

function seriesOf(values: Float64Array): Series {
  const weights = weightsOf(values);
  const whole = new WeightedFit();
  for (const [i, value] of values.entries()) whole.add(i / values.length, value, weights[i]!);
  const margin = Math.max(Math.floor(0.1 * values.length + 0.5), LEAST_VALUES);
  const step = Math.max(1, Math.ceil((values.length - 2 * margin) / MOST_CANDIDATES));
  const candidates: number[] = [];
  for (let at = margin; at < values.length - margin; at++) if (at % step === 0) candidates.push(at);
  return { values, weights, candidates, whole };
}

/** Extreme values count for little, unless they repeat. */
function weightsOf(values: Float64Array): Float64Array {
  const sorted = values.slice().sort();
  const cut = Math.ceil(0.025 * values.length);
  const [low, high] = [sorted[cut]!, sorted[values.length - cut - 1]!];
  return values.map((value) => (value >= low && value <= high ? 1 : OUTLIER_WEIGHT));
}

function bestModel(series: Series, threshold: number, tried: Set<number>): Model {
  const { whole } = series;
  const constant: Model = { type: "stationary", variance: whole.variance, parameters: 1, at: -1, pValue: 1 };
  const accepts = ({ pValue, variance }: Model): boolean =>
    pValue < threshold && 1 - variance / whole.variance >= LEAST_EXPLAINED;
  const trend = trendAgainst(constant, series);
  if (accepts(trend)) {
    const trends = split(series, trend, "trend_change");
    tried.add(trends.at);
    if (!accepts(trends)) return trend;
    // Two trends must explain more than a step does.
    const step = split(series, constant, "step_change");
    return probabilityOf(series, step, trends) < threshold ? trends : step;
  }
  const step = split(series, constant, "step_change");
  tried.add(step.at);
  const trends = split(series, accepts(step) ? step : constant, "trend_change");
  return accepts(trends) ? trends : accepts(step) ? step : constant;
}

function trendAgainst(lesser: Model, series: Series): Model {
  const { variance, explained } = series.whole;
  const model = { type: "non_stationary", variance: variance * (1 - explained), parameters: 3, at: -1, pValue: 1 };
  return { ...model, pValue: probabilityOf(series, lesser, model) };
}

/** The best of all models of two parts, each a constant or a trend. */
function split(series: Series, lesser: Model, type: "step_change" | "trend_change"): Model {
  const ofTrends = type === "trend_change";
  let [variance, at] = [Infinity, -1];
  eachSplit(series, (place, before, after) => {
    const found =
      (before.weight * before.variance * (ofTrends ? 1 - before.explained : 1) +
        after.weight * after.variance * (ofTrends ? 1 - after.explained : 1)) /
      (before.weight + after.weight);
    if (found < variance) [variance, at] = [found, place];
  });
  const model: Model = { type, variance, parameters: ofTrends ? 6 : 2, at, pValue: 1 };
  return { ...model, pValue: inAnyOf(series.candidates.length, probabilityOf(series, lesser, model)) };
}

function eachSplit(
  { values, weights, candidates }: Series,
  take: (at: number, before: WeightedFit, after: WeightedFit) => void,
): void {
  const [before, after] = [new WeightedFit(), new WeightedFit()];
  const first = candidates[0]!;
  for (let i = 0; i < values.length; i++) (i < first ? before : after).add(i / values.length, values[i]!, weights[i]!);
  let last = first;
  for (const at of candidates) {
    for (; last < at; last++) {
      before.add(last / values.length, values[last]!, weights[last]!);
      after.add(last / values.length, values[last]!, -weights[last]!);
    }
    take(at, before, after);
  }
}

/** The probability that the lesser of two nested models, if it were true, left so much more variance. */
function probabilityOf(
  { whole }: Series,
  lesser: Pick<Model, "variance" | "parameters">,
  model: Pick<Model, "variance" | "parameters">,
): number {
  if (model.variance === lesser.variance) return 1;
  if (model.variance === 0) return 0;
  const more = model.parameters - lesser.parameters;
  const freedom = whole.weight - model.parameters;
  const f = ((lesser.variance - model.variance) / more) * (freedom / model.variance);
  return Math.min(2 * beyond(more, freedom, f), 1);
}

/** The upper tail of the F distribution. */
function beyond(more: number, freedom: number, f: number): number {
  if (f <= 0) return 1;
  if (!Number.isFinite(f)) return 0;
  return regularizedBeta(freedom / (freedom + more * f), freedom / 2, more / 2);
}

function againstConstant(model: Model, series: Series): number {
  if (model.type === "stationary") return 1;
  const constant = { variance: series.whole.variance, parameters: 1 };
  return inAnyOf(series.candidates.length, probabilityOf(series, constant, model));
}

/** Splits are not independent of each other: of so many values, one counts as a trial. */
const VALUES_OF_A_TRIAL = 50;

/** The places that were tried, and the one where means and deviations differ most, by the test of two samples. */
function distributionChange(series: Series, tried: Set<number>): { readonly at: number; readonly pValue: number } {
  let [most, differs] = [0, -1];
  eachSplit(series, (at, before, after) => {
    const difference =
      Math.abs(before.mean - after.mean) + Math.abs(Math.sqrt(before.variance) - Math.sqrt(after.variance));
    const found = Math.min(at, series.values.length - at) * difference;
    if (found >= most) [most, differs] = [found, at];
  });
  tried.add(differs);
  const sample = downsampled(series.values);
  let [at, pValue] = [differs, 1];
  for (const place of tried) {
    const cut = sample.placeOf(place);
    if (cut <= 0 || cut >= sample.values.length) continue;
    const [before, after] = [sample.values.slice(0, cut), sample.values.slice(cut)];
    const found = distanceProbability(greatestDistance(before, after), [before.length, after.length]);
    if (found < pValue) [at, pValue] = [place, found];
  }
  return {
    at,
    pValue: inAnyOf(Math.floor((sample.values.length + VALUES_OF_A_TRIAL - 1) / VALUES_OF_A_TRIAL), pValue),
  };
}

function slopeOf(values: Float64Array): number {
  const fit = new WeightedFit();
  for (const [i, value] of values.entries()) fit.add(i, value, 1);
  return fit.slope;
}

/** The distance from a number to the next greater one. */
function lastPlace(value: number): number {
  const magnitude = Math.abs(value);
  return magnitude < 2 ** -1022 ? Number.MIN_VALUE : 2 ** (Math.floor(Math.log2(magnitude)) - 52);
}

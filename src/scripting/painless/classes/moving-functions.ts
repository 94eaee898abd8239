/** `MovingFunctions`: what moving_fn offers its scripts over the values of a window. */
import type { JavaArray } from "../runtime/collections.ts";
import type { ClassDefinition } from "./class-definition.ts";

type Numbers = Pick<JavaArray, "items">;

/** The values that are numbers. */
function present({ items }: Numbers): number[] {
  return items.map(Number).filter((value) => !Number.isNaN(value));
}

function best(values: Numbers, choose: (...all: number[]) => number): number {
  const all = present(values);
  return all.length === 0 ? Number.NaN : all.reduce((one, other) => choose(one, other));
}

function sum(values: Numbers): number {
  return present(values).reduce((total, value) => total + value, 0);
}

function mean(values: Numbers): number {
  return sum(values) / present(values).length;
}

function deviation(values: Numbers, average: number): number {
  const all = present(values);
  if (Number.isNaN(average) || all.length === 0) return Number.NaN;
  return Math.sqrt(all.reduce((total, value) => total + (value - average) ** 2, 0) / all.length);
}

/** Later values weigh more; the weights begin at 1, which counts once more by itself. */
function linearMean(values: Numbers): number {
  const all = present(values);
  let total = 0;
  let weights = 1;
  all.forEach((value, place) => {
    total += value * (place + 1);
    weights += place + 1;
  });
  return all.length === 0 ? Number.NaN : total / weights;
}

/** Each value weighs `alpha`, what was before it the rest. */
function smoothed(values: Numbers, alpha: number): number {
  const all = present(values);
  return all.length === 0 ? Number.NaN : all.reduce((average, value) => value * alpha + average * (1 - alpha));
}

/** A level and a trend, both smoothed: the next value. */
function holt(values: Numbers, alpha: number, beta: number): number {
  const [first, ...rest] = present(values);
  if (first === undefined) return Number.NaN;
  let level = first;
  let trend = 0;
  for (const value of rest) {
    const next = alpha * value + (1 - alpha) * (level + trend);
    trend = beta * (next - level) + (1 - beta) * trend;
    level = next;
  }
  return level;
}

export const movingFunctions: ClassDefinition = {
  name: "org.elasticsearch.search.aggregations.pipeline.MovingFunctions",
  members: {
    "static double max(double[])": (values: Numbers) => best(values, Math.max),
    "static double min(double[])": (values: Numbers) => best(values, Math.min),
    "static double sum(double[])": sum,
    "static double unweightedAvg(double[])": mean,
    "static double stdDev(double[],double)": deviation,
    "static double linearWeightedAvg(double[])": linearMean,
    "static double ewma(double[],double)": smoothed,
    "static double holt(double[],double,double)": holt,
  },
};

/** `gauss`, `exp` and `linear`: the further from an origin, the less (Elasticsearch's `DecayFunctionBuilder`). */
import { parsingException } from "../../../compat/errors.ts";
import { javaDouble } from "../../../core/float32.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import type { SegmentReader } from "../../../segment/segment-reader.ts";
import { pickValue, type ValueMode, valueMode } from "../../columns/value-modes.ts";
import { expressionKey } from "../../expression.ts";
import { explained } from "../../scoring/explanation.ts";
import { readDistance, type Distance } from "../distance.ts";
import { textOf } from "../read-scalar.ts";
import type { ScoreFunction, ScoreFunctionKind, SegmentFunction } from "../score-function.ts";

/** One of the curves. */
interface Curve {
  /** The parameter of `at`: at the distance `scale` the value is `decay`. */
  parameter(scale: number, decay: number): number;
  at(distance: number, parameter: number): number;
  describe(distance: string, parameter: number): string;
}

export const gauss = decayKind("gauss", {
  parameter: (scale, decay) => (0.5 * scale ** 2) / Math.log(decay),
  at: (distance, parameter) => Math.exp((0.5 * distance ** 2) / parameter),
  describe: (distance, parameter) => `exp(-0.5*pow(${distance},2.0)/${javaDouble(-parameter)})`,
});

export const exp = decayKind("exp", {
  parameter: (scale, decay) => Math.log(decay) / scale,
  at: (distance, parameter) => Math.exp(parameter * distance),
  describe: (distance, parameter) => `exp(- ${distance} * ${javaDouble(-parameter)})`,
});

export const linear = decayKind("linear", {
  parameter: (scale, decay) => scale / (1 - decay),
  at: (distance, parameter) => Math.max(0, (parameter - distance) / parameter),
  describe: (distance, parameter) => `max(0.0, ((${javaDouble(parameter)} - ${distance})/${javaDouble(parameter)})`,
});

function decayKind(name: string, curve: Curve): ScoreFunctionKind {
  return {
    name,
    read(body) {
      const { path, options, mode } = readDecay(body);
      return {
        on(searcher): ScoreFunction {
          const distance = readDistance(searcher, path, options);
          const { scale, decay } = distance;
          const parameter = curve.parameter(scale, decay);
          return {
            type: `org.elasticsearch.index.query.functionscore.DecayFunctionBuilder$${distance.type}`,
            key: expressionKey("decay", name, distance.key, mode),
            needsScores: false,
            weight: 1,
            open: (segment) => opened(segment, distance, { path, curve, parameter, mode }),
          };
        },
      };
    },
  };
}

/** The last object names the field, as in Elasticsearch. */
function readDecay(body: JsonObject): { path: string; options: JsonObject; mode: ValueMode } {
  let path: string | undefined;
  let options: JsonObject = {};
  let mode: ValueMode = "min";
  for (const [key, value] of Object.entries(body)) {
    if (isJsonObject(value)) {
      path = key;
      options = value;
    } else if (key === "multi_value_mode") mode = valueMode(textOf(value));
    else throw malformed();
  }
  if (path === undefined) throw malformed();
  return { path, options, mode };
}

function malformed(): Error {
  return parsingException("malformed score function score parameters.");
}

interface Shape {
  readonly path: string;
  readonly curve: Curve;
  readonly parameter: number;
  readonly mode: ValueMode;
}

function opened(segment: SegmentReader, distance: Distance, shape: Shape): SegmentFunction {
  const { path, curve, parameter, mode } = shape;
  const distances = distance.open(segment);
  const found: number[] = [];
  const value = (doc: number): number => {
    found.length = 0;
    distances.add(doc, found);
    // A document without a value is at the origin.
    if (found.length === 0) return curve.at(0, parameter);
    if (found.length > 1) found.sort((one, other) => one - other);
    return curve.at(pickValue(found, mode), parameter);
  };
  return {
    value,
    values(docs, count, into) {
      if (distances.singles(docs, count, into)) for (let i = 0; i < count; i++) into[i] = curve.at(into[i]!, parameter);
      else for (let i = 0; i < count; i++) into[i] = value(docs[i]!);
    },
    explain(doc) {
      const score = Math.fround(value(doc));
      const texts = distances.describe(doc);
      const told = `${mode.toUpperCase()}${distance.opening}${texts.length === 0 ? "0.0" : texts.join(", ")}]`;
      return explained(score, `Function for field ${path}:`, [explained(score, curve.describe(told, parameter))]);
    },
  };
}

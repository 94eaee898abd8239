/** What Elasticsearch adds to Java for scripts. */
import { arcMeters, planeMeters } from "../runtime/geo-distance.ts";
import type { DocValues, FieldValues, GeoPoint } from "../runtime/doc-values.ts";
import type { Value } from "../runtime/values.ts";
import type { ClassDefinition, Implementation } from "./class-definition.ts";

const PACKAGE = "org.elasticsearch.index.fielddata.";
const VALUES = `${PACKAGE}ScriptDocValues`;

function values(kind: string, type: string, more: Readonly<Record<string, Implementation>> = {}): ClassDefinition {
  return {
    name: `${VALUES}.${kind}`,
    supers: [VALUES],
    members: {
      [`${type} getValue()`]: (self: DocValues) => unboxed(self.first(), type),
      ...more,
    },
  };
}

/** The value as locals of the type have it. */
function unboxed(value: Value, type: string): unknown {
  return type === "long" && typeof value === "object" && value !== null && "value" in value ? value.value : value;
}

const point = (self: DocValues): GeoPoint => self.first() as GeoPoint;

const points: Readonly<Record<string, Implementation>> = {
  "double getLat()": (self: DocValues) => point(self).lat,
  "double getLon()": (self: DocValues) => point(self).lon,
  "double[] getLats()": (self: DocValues) => self.items.map((item) => (item as GeoPoint).lat),
  "double[] getLons()": (self: DocValues) => self.items.map((item) => (item as GeoPoint).lon),
  "double arcDistance(double,double)": (self: DocValues, lat: number, lon: number) =>
    arcMeters(point(self), { lat, lon }),
  "double arcDistanceWithDefault(double,double,double)": (self: DocValues, lat: number, lon: number, other: number) =>
    self.size === 0 ? other : arcMeters(point(self), { lat, lon }),
  "double planeDistance(double,double)": (self: DocValues, lat: number, lon: number) =>
    planeMeters(point(self), { lat, lon }),
  "double planeDistanceWithDefault(double,double,double)": (self: DocValues, lat: number, lon: number, other: number) =>
    self.size === 0 ? other : planeMeters(point(self), { lat, lon }),
};

const vectors: Readonly<Record<string, Implementation>> = {
  "double getMagnitude()": (self: DocValues) => {
    let sum = 0;
    const vector = self.vector();
    for (let i = 0; i < vector.length; i++) sum += vector[i]! * vector[i]!;
    return Math.fround(Math.sqrt(sum));
  },
  "def getVectorValue()": (self: DocValues) => self.first(),
};

export const elasticsearchClasses: readonly ClassDefinition[] = [
  {
    name: VALUES,
    supers: ["java.util.List"],
    members: { "List getValues()": (self: DocValues) => self },
  },
  values("Longs", "long"),
  values("Doubles", "double"),
  values("Booleans", "boolean"),
  values("Strings", "String"),
  values("Dates", "ZonedDateTime"),
  values("GeoPoints", "GeoPoint", points),
  {
    name: "org.elasticsearch.xpack.vectors.query.DenseVectorScriptDocValues",
    supers: [VALUES],
    members: vectors,
  },
  {
    name: "org.elasticsearch.common.geo.GeoPoint",
    members: {
      "double getLat()": (self: GeoPoint) => self.lat,
      "double getLon()": (self: GeoPoint) => self.lon,
    },
  },
  {
    name: "org.elasticsearch.script.field.Field",
    supers: ["java.lang.Iterable"],
    members: {
      "String getName()": (self: FieldValues) => self.name,
      "boolean isEmpty()": (self: FieldValues) => self.size === 0,
      "int size()": (self: FieldValues) => self.size,
      "def get(def)": (self: FieldValues, other: Value) => self.items[0] ?? other,
      "def get(int,def)": (self: FieldValues, index: number, other: Value) => self.items[index] ?? other,
    },
  },
];

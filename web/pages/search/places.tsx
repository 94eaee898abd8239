/** The hits that have a place, on a map that is loaded when it is first wanted. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isObject } from "../../core/api.ts";
import type { Hit } from "../../core/search.ts";
import type { PointMap } from "../../parts/map.tsx";
import { Empty, Loading } from "../../parts/states.tsx";
import { fields, keyOf, picked } from "./state.ts";

type Row = Hit<Readonly<Record<string, unknown>>>;

export function Places({ hits }: { hits: readonly Row[] }) {
  const part = useSignal<{ readonly Map?: typeof PointMap }>({});
  useEffect(() => {
    import("../../parts/map.tsx").then(
      ({ PointMap: Map }) => (part.value = { Map }),
      () => undefined,
    );
  }, []);
  const field = fields.value.find(({ type }) => type === "geo_point")?.name;
  if (field === undefined) return <Empty title="No places here">This index has no field of the type geo_point.</Empty>;
  const points = hits.flatMap((hit) => {
    const at = placeOf(valueAt(hit._source, field));
    return at
      ? [{ ...at, key: keyOf(hit) ?? "", label: String(hit._source["name"] ?? hit._source["title"] ?? hit._id) }]
      : [];
  });
  if (points.length === 0)
    return <Empty title="No places among these hits">None of them has a value of {field}.</Empty>;
  const { Map } = part.value;
  return Map ? <Map points={points} picked={picked.value} onPick={(key) => (picked.value = key)} /> : <Loading />;
}

function valueAt(source: unknown, path: string): unknown {
  if (!isObject(source)) return undefined;
  if (Object.hasOwn(source, path)) return source[path];
  const dot = path.indexOf(".");
  return dot < 0 ? undefined : valueAt(source[path.slice(0, dot)], path.slice(dot + 1));
}

/** The forms that documents write places in. */
function placeOf(value: unknown): { lat: number; lon: number } | undefined {
  if (typeof value === "string") {
    const [lat, lon] = value.split(",").map(Number);
    return lat !== undefined && lon !== undefined && !Number.isNaN(lat + lon) ? { lat, lon } : undefined;
  }
  if (Array.isArray(value)) {
    const [lon, lat] = value.map(Number);
    return lat !== undefined && lon !== undefined ? { lat, lon } : undefined;
  }
  if (!isObject(value)) return undefined;
  if (typeof value["lat"] === "number" && typeof value["lon"] === "number")
    return { lat: value["lat"], lon: value["lon"] };
  return Array.isArray(value["coordinates"]) ? placeOf(value["coordinates"]) : undefined;
}

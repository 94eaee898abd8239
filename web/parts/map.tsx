/** Points on a map without a tile server: the countries of Natural Earth, drawn to the extent of the points. */
import { geoMercator, geoPath } from "d3-geo";
import type { FeatureCollection, MultiPoint } from "geojson";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import countries from "world-atlas/countries-110m.json";
import { plural } from "../core/format.ts";

const world = countries as unknown as Topology<{ countries: GeometryCollection }>;
const land: FeatureCollection = feature(world, world.objects.countries);
/** Closer there is nothing to see of countries. */
const LARGEST_SCALE = 4000;
const MOST_POINTS = 500;
const CELL_PX = 24;

export interface Point {
  readonly key: string;
  readonly lat: number;
  readonly lon: number;
  readonly label: string;
}

interface MapProps {
  readonly points: readonly Point[];
  readonly picked: string | undefined;
  readonly onPick: (key: string) => void;
}

export function PointMap({ points, picked, onPick }: MapProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 600, height: 400 });
  useEffect(() => {
    const watched = box.current;
    if (!watched) return undefined;
    const observer = new ResizeObserver(
      () => (size.value = { width: watched.clientWidth, height: watched.clientHeight }),
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  const { width, height } = size.value;
  const cloud: MultiPoint = { type: "MultiPoint", coordinates: points.map(({ lat, lon }) => [lon, lat]) };
  const margin = Math.min(60, width / 6, height / 6);
  const extent: [[number, number], [number, number]] = [
    [margin, margin],
    [width - margin, height - margin],
  ];
  const projection = geoMercator().fitExtent(extent, points.length > 1 ? cloud : land);
  if (points.length > 1 && projection.scale() > LARGEST_SCALE) projection.scale(LARGEST_SCALE);
  projection.clipExtent([
    [0, 0],
    [width, height],
  ]);
  const path = geoPath(projection);
  const places = points.flatMap((point) => {
    const at = projection([point.lon, point.lat]);
    return at ? [{ point, x: at[0], y: at[1] }] : [];
  });
  const shown = points.length > MOST_POINTS ? clusters(places) : places.map((place) => ({ ...place, size: 1 }));
  return (
    <div class="mapbox" ref={box}>
      <svg
        class="map"
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={`Map of ${plural(points.length, "hit")}`}
      >
        <g class="land" aria-hidden="true">
          {land.features.map((country, at) => (
            <path key={at} d={path(country) ?? ""} />
          ))}
        </g>
        {shown.map(({ point, x, y, size: many }) => (
          <circle
            key={point.key}
            cx={x}
            cy={y}
            r={many > 1 ? Math.min(20, 6 + Math.log2(many) * 1.5) : point.key === picked ? 8 : 5}
            class={point.key === picked ? "on" : ""}
            tabIndex={0}
            role="button"
            aria-label={many > 1 ? `${point.label} and ${many - 1} near it` : point.label}
            onClick={() => onPick(point.key)}
            onKeyDown={(event) => {
              if (event.key === "Enter" || event.key === " ") onPick(point.key);
            }}
          >
            <title>{many > 1 ? `${point.label} and ${many - 1} near it` : point.label}</title>
          </circle>
        ))}
      </svg>
    </div>
  );
}

interface Place {
  readonly point: Point;
  readonly x: number;
  readonly y: number;
}

/** Many points become one for each small square of the picture. */
function clusters(places: readonly Place[]): (Place & { size: number })[] {
  const cells = new Map<string, Place & { size: number }>();
  for (const place of places) {
    const cell = `${Math.floor(place.x / CELL_PX)},${Math.floor(place.y / CELL_PX)}`;
    const known = cells.get(cell);
    if (known) known.size++;
    else cells.set(cell, { ...place, size: 1 });
  }
  return [...cells.values()];
}

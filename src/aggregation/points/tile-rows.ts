/**
 * Rows of the tiles of a zoom by slots of latitude: where a slot lies in one row, no point of it needs the projection.
 */

const SLOTS = 4096;
/** Further zooms have so many rows that most slots lie in several. */
const GREATEST_ZOOM = 9;
const SEVERAL = -1;
const DEGREES = 180;
const made = new Map<number, Int16Array>();

/** The row of each slot, or -1 where it lies in several; undefined: so do most. `rowOf` falls with the latitude. */
export function rowsOfSlots(zoom: number, rowOf: (lat: number) => number): Int16Array | undefined {
  if (zoom > GREATEST_ZOOM) return undefined;
  let rows = made.get(zoom);
  if (!rows) {
    rows = new Int16Array(SLOTS);
    for (let slot = 0; slot < SLOTS; slot++) {
      const row = rowOf((slot / SLOTS) * DEGREES - DEGREES / 2);
      rows[slot] = row === rowOf(((slot + 1) / SLOTS) * DEGREES - DEGREES / 2) ? row : SEVERAL;
    }
    made.set(zoom, rows);
  }
  return rows;
}

/** The slot of a latitude below the north pole. */
export function slotOf(lat: number): number {
  return ((lat + DEGREES / 2) * (SLOTS / DEGREES)) | 0;
}

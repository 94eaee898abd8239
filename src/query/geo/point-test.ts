/** Whether a point, in degrees, lies in an area. */
export type PointTest = (lat: number, lon: number) => boolean;

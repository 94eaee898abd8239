/** Normalizes angles onto the globe (Elasticsearch's `GeoUtils`). */

/** The same angle within (-180, 180]. */
export function centredModulus(degrees: number): number {
  const remainder = degrees % 360;
  const positive = remainder <= 0 ? remainder + 360 : remainder;
  return positive > 180 ? positive - 360 : positive;
}

export function isLatitude(degrees: number): boolean {
  return degrees >= -90 && degrees <= 90;
}

export function isLongitude(degrees: number): boolean {
  return degrees >= -180 && degrees <= 180;
}

/** Mirrors a latitude beyond a pole; the longitude is not changed. */
export function mirroredLatitude(degrees: number): number {
  if (isLatitude(degrees)) return degrees;
  const angle = centredModulus(degrees);
  if (angle < -90) return -180 - angle;
  return angle > 90 ? 180 - angle : angle;
}

export function wrappedLongitude(degrees: number): number {
  return isLongitude(degrees) ? degrees : centredModulus(degrees);
}

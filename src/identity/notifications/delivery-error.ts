/**
 * A delivery that did not arrive. The text is shown to administrators: it says what to change, and never holds a
 * secret.
 */
export class DeliveryError extends Error {
  override name = "DeliveryError";
}

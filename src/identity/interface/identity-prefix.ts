/** Where the identity interface stands. */
export const IDENTITY_PREFIX = "/api/v2beta";

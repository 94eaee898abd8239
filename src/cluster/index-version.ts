/** The version that indices are said to be created by (index.version.created of 8.19). */
export const INDEX_VERSION = "8537000";

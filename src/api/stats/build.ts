/** The build of Elasticsearch that clients take the server for. */
export const BUILD_HASH = "93788a8c2882eb5b606510680fac214cff1c7a22";
export const BUILD_DATE = "2025-07-23T22:10:18.138215839Z";

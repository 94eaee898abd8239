/** The version reported as creator of indices (index.version.created of Elasticsearch 8.19). */
export const INDEX_VERSION = "8537000";

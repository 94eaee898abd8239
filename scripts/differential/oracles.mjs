// The real servers, each with the variable that holds its address.
export const oracles = {
  elasticsearch: { title: "Elasticsearch 8.19", variable: "WARDEX_ORACLE", hasOwnWords: false },
  opensearch: { title: "OpenSearch 3.8", variable: "WARDEX_ORACLE_OPENSEARCH", hasOwnWords: true },
  elasticsearch7: { title: "Elasticsearch 7.10", variable: "WARDEX_ORACLE_7", hasOwnWords: true },
};

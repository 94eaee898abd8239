"""The official Python client against a server: python-client.py URL PASSWORD CERTIFICATE FINGERPRINT. Ends with 0 when all is as it should be."""

import sys

from elasticsearch import ApiError, AuthenticationException, BadRequestError, ConflictError, Elasticsearch, NotFoundError, helpers

url, password, certificate, fingerprint = sys.argv[1:]
client = Elasticsearch(url, basic_auth=("admin", password), ca_certs=certificate)
assert Elasticsearch(url, basic_auth=("admin", password), ssl_assert_fingerprint=fingerprint).ping()
assert not Elasticsearch(url, basic_auth=("admin", password), max_retries=0).ping()


def refused(kind, status, call):
    try:
        call()
    except kind as error:
        assert isinstance(error, ApiError) and error.status_code == status, error
        return error
    raise AssertionError(f"{kind.__name__} was expected")


assert client.info()["version"]["number"] == "8.19.0"
assert client.ping()

mappings = {"properties": {"name": {"type": "text"}, "country": {"type": "keyword"}, "people": {"type": "long"}}}
assert client.indices.create(index="python", mappings=mappings)["acknowledged"]
assert client.indices.exists(index="python")
assert not client.indices.exists(index="nowhere")

assert client.index(index="python", id="a b/ü", document={"name": "Zürich"})["result"] == "created"
assert client.get(index="python", id="a b/ü")["_source"] == {"name": "Zürich"}
assert client.update(index="python", id="a b/ü", doc={"people": 447_082})["_version"] == 2
assert client.delete(index="python", id="a b/ü")["result"] == "deleted"

towns = [("Bern", "CH", 134_591), ("Basel", "CH", 173_863), ("Bergen", "NO", 271_949)]
actions = ({"_index": "python", "_id": name, "_source": {"name": name, "country": country, "people": people}} for name, country, people in towns)
assert helpers.bulk(client, actions, refresh="wait_for") == (3, [])
success, errors = helpers.bulk(client, [{"_index": "python", "people": "many"}], raise_on_error=False)
assert success == 0 and errors[0]["index"]["error"]["type"] == "document_parsing_exception", errors
assert all(ok for ok, _ in helpers.streaming_bulk(client, ({"_index": "python-many", "n": n} for n in range(2000)), chunk_size=500))
client.indices.refresh(index="python-many")
assert client.count(index="python-many")["count"] == 2000

found = client.search(index="python", query={"match": {"name": "bern"}})
assert found["hits"]["total"] == {"value": 1, "relation": "eq"} and found["hits"]["hits"][0]["_id"] == "Bern", found
found = client.search(index="python", sort=[{"people": "desc"}], size=1)
assert found["hits"]["hits"][0]["sort"] == [271_949], found
aggs = {"countries": {"terms": {"field": "country"}, "aggs": {"people": {"sum": {"field": "people"}}}}}
buckets = client.search(index="python", size=0, aggs=aggs)["aggregations"]["countries"]["buckets"]
assert buckets[0] == {"key": "CH", "doc_count": 2, "people": {"value": 308_454.0}}, buckets
assert client.msearch(searches=[{"index": "python"}, {"query": {"match_all": {}}}])["responses"][0]["hits"]["total"]["value"] == 3
assert client.mget(index="python", ids=["Bern", "nobody"])["docs"][1]["found"] is False
assert "python" in client.cat.indices(index="python", format="text").body

refused(NotFoundError, 404, lambda: client.search(index="nowhere"))
refused(NotFoundError, 404, lambda: client.get(index="python", id="nobody"))
refused(BadRequestError, 400, lambda: client.search(index="python", query={"macth": {}}))
error = refused(ConflictError, 409, lambda: client.create(index="python", id="Bern", document={}))
assert error.error == "version_conflict_engine_exception", error
refused(AuthenticationException, 401, Elasticsearch(url, basic_auth=("admin", "wrong"), ca_certs=certificate).info)

packed = Elasticsearch(url, ca_certs=certificate, basic_auth=("admin", password), http_compress=True)
packed.index(index="python", id="long", document={"name": "long " * 10_000})
assert len(packed.get(index="python", id="long")["_source"]["name"]) == 50_000

assert client.indices.delete(index="python,python-many")["acknowledged"]
print("the Python client is content")

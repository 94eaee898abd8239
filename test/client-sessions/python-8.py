"""A program with Python's elasticsearch 8: python-8.py URL. Prints each answer as a line of JSON."""

import json
import sys
import warnings

from elasticsearch import ApiError, Elasticsearch, helpers

warnings.simplefilter("ignore")
client = Elasticsearch(sys.argv[1])


def say(name, call):
    """Prints what a call answers, or how it is refused."""
    try:
        answer = call()
        body = answer if isinstance(answer, (dict, list, str, bool, int)) else getattr(answer, "body", None)
    except ApiError as error:
        body = {"status": error.status_code, "refused": error.body}
    print(json.dumps({"step": name, "answer": body}))


def clean():
    for index in ("py-towns", "py-logs-1", "py-logs-2", "py-logs-000001", "py-logs-000002", "py-made", "py-small", "py-vectors", "py-back", "py-updates"):
        client.indices.delete(index=index, ignore_unavailable=True)
    for call in (client.indices.delete_index_template, client.indices.delete_template, client.cluster.delete_component_template):
        try:
            call(name="py-*")
        except ApiError:
            pass


clean()

# Documents by the helpers.
say("create", lambda: client.indices.create(
    index="py-towns",
    settings={"number_of_shards": 1, "number_of_replicas": 0},
    mappings={
        "properties": {
            "name": {"type": "text", "fields": {"raw": {"type": "keyword"}}},
            "country": {"type": "keyword"},
            "people": {"type": "long"},
            "founded": {"type": "date"},
            "place": {"type": "geo_point"},
            "suggest": {"type": "completion"},
            "mayors": {"type": "nested", "properties": {"name": {"type": "keyword"}, "since": {"type": "integer"}}},
        }
    },
))
COUNTRIES = ["CH", "NO", "IT", "DE"]
TOWNS = [
    {
        "_index": "py-towns",
        "_id": f"t{number}",
        "name": f"town {['north', 'south', 'east'][number % 3]} {'by the river' if number % 5 == 0 else 'on a hill'} {number}",
        "country": COUNTRIES[number % 4],
        "people": number * number * 10 + 7,
        "founded": f"{1200 + number * 7}-0{1 + number % 9}-1{number % 10}",
        "place": {"lat": 40 + number / 10, "lon": 5 + number / 8},
        "suggest": {"input": [f"town {number}", f"place {number}"], "weight": number},
        "mayors": [{"name": f"m{number % 7}", "since": 1980 + number % 30}, {"name": f"m{number % 3}", "since": 2000}],
    }
    for number in range(60)
]
say("bulk", lambda: list(helpers.bulk(client, TOWNS, refresh="wait_for")))
say("bulk with one refused", lambda: list(helpers.bulk(client, [{"_index": "py-towns", "_id": "bad", "people": "many"}], raise_on_error=False)))
say("parallel bulk", lambda: sum(ok for ok, _ in helpers.parallel_bulk(client, ({"_op_type": "update", "_index": "py-updates", "_id": f"t{n}", "doc": {"seen": n}, "doc_as_upsert": True} for n in range(20)))))
client.indices.refresh(index="py-towns")

# Scroll.
say("scan", lambda: sorted(hit["_id"] for hit in helpers.scan(client, index="py-towns", query={"query": {"term": {"country": "CH"}}}, size=4)))
say("scan in order", lambda: [hit["_id"] for hit in helpers.scan(client, index="py-towns", query={"sort": ["people"], "_source": False}, size=7, preserve_order=True)])


def scroll():
    first = client.search(index="py-towns", scroll="1m", size=25, sort="people:desc", source=False)
    pages = [[hit["_id"] for hit in first["hits"]["hits"]]]
    scroll_id = first["_scroll_id"]
    while pages[-1]:
        page = client.scroll(scroll_id=scroll_id, scroll="1m")
        scroll_id = page["_scroll_id"]
        pages.append([hit["_id"] for hit in page["hits"]["hits"]])
    cleared = client.clear_scroll(scroll_id=scroll_id)
    try:
        client.scroll(scroll_id=scroll_id)
    except ApiError as error:
        return [pages, cleared.body, error.status_code, error.error]


say("scroll by hand", scroll)

# Point in time.


def point_in_time():
    opened = client.open_point_in_time(index="py-towns", keep_alive="1m")
    pit, after, pages = opened["id"], None, []
    while True:
        page = client.search(size=20, pit={"id": pit, "keep_alive": "1m"}, sort=[{"people": "asc"}], search_after=after, source=False)
        hits = page["hits"]["hits"]
        if not hits:
            return [pages, client.close_point_in_time(id=page["pit_id"]).body]
        pages.append([[hit["_id"], hit["sort"][0], len(hit["sort"])] for hit in hits])
        after, pit = hits[-1]["sort"], page["pit_id"]


say("point in time", point_in_time)

# Templates.
say("component template", lambda: client.cluster.put_component_template(name="py-base", template={"mappings": {"properties": {"at": {"type": "date"}}}}))
say("index template", lambda: client.indices.put_index_template(
    name="py-made", index_patterns=["py-made*"], composed_of=["py-base"], priority=20,
    template={"settings": {"number_of_shards": 2, "number_of_replicas": 0}, "aliases": {"py-all-made": {}}},
))
say("get index template", lambda: client.indices.get_index_template(name="py-*"))
say("simulate", lambda: client.indices.simulate_index_template(name="py-made-7"))
say("made by a write", lambda: client.index(index="py-made", id="1", document={"at": "2024-02-29", "n": 1}, refresh=True))
say("its mapping", lambda: client.indices.get_mapping(index="py-made"))
say("its alias", lambda: client.indices.get_alias(name="py-all-made"))
say("template is there", lambda: bool(client.indices.exists_index_template(name="py-made")))
say("legacy template", lambda: client.indices.put_template(name="py-old", index_patterns=["py-old-*"], order=1, mappings={"properties": {"n": {"type": "byte"}}}))
say("get legacy template", lambda: client.indices.get_template(name="py-old"))
say("no such template", lambda: client.indices.get_index_template(name="py-nothing"))
say("delete index template", lambda: client.indices.delete_index_template(name="py-made"))
say("delete component template", lambda: client.cluster.delete_component_template(name="py-base"))
say("delete legacy template", lambda: client.indices.delete_template(name="py-old"))

# Suggest and more like this.
say("term suggester", lambda: client.search(index="py-towns", size=0, suggest={"text": "twon rivar", "s": {"term": {"field": "name"}}})["suggest"])
say("phrase suggester", lambda: client.search(index="py-towns", size=0, suggest={"s": {"text": "town by the rivar", "phrase": {"field": "name", "size": 2}}})["suggest"])
say("completion", lambda: client.search(index="py-towns", source=False, suggest={"s": {"prefix": "town 1", "completion": {"field": "suggest", "size": 4}}})["suggest"])
say("more like this", lambda: client.search(index="py-towns", source=False, size=5, query={"more_like_this": {"fields": ["name"], "like": [{"_id": "t5"}], "min_term_freq": 1, "min_doc_freq": 2}}))

# Aggregations.
say("aggregations", lambda: client.search(
    index="py-towns", size=0,
    aggs={
        "countries": {"terms": {"field": "country"}, "aggs": {"top": {"top_hits": {"size": 1, "sort": ["people"], "_source": ["people"]}}, "most": {"max": {"field": "people"}}}},
        "ages": {"date_range": {"field": "founded", "format": "yyyy", "ranges": [{"to": "1400"}, {"from": "1400"}]}},
        "percentiles": {"percentiles": {"field": "people", "percents": [50, 99]}},
        "stats": {"extended_stats": {"field": "people"}},
        "best": {"max_bucket": {"buckets_path": "countries>most"}},
        "all": {"global": {}, "aggs": {"n": {"value_count": {"field": "people"}}}},
        "mayors": {"nested": {"path": "mayors"}, "aggs": {"names": {"terms": {"field": "mayors.name", "size": 3}}}},
    },
)["aggregations"])


def composite():
    after, pages = None, []
    while True:
        sources = [{"c": {"terms": {"field": "country"}}}, {"d": {"histogram": {"field": "people", "interval": 10_000}}}]
        found = client.search(index="py-towns", size=0, aggs={"page": {"composite": {"size": 6, "sources": sources, **({"after": after} if after else {})}}})
        page = found["aggregations"]["page"]
        if not page["buckets"]:
            return pages
        pages.append(page["buckets"])
        after = page["after_key"]


say("composite", composite)

# Relations, function scores, vectors, retrievers.
say("inner hits", lambda: client.search(index="py-towns", size=3, source=False, sort=["people"], query={"nested": {"path": "mayors", "query": {"term": {"mayors.name": "m2"}}, "inner_hits": {}}}))
say("collapse", lambda: client.search(index="py-towns", source=False, sort=["people"], collapse={"field": "country", "inner_hits": {"name": "two", "size": 2, "_source": False, "sort": ["people"]}}))
say("function score", lambda: client.search(index="py-towns", source=False, size=4, query={"function_score": {"query": {"match": {"name": "river"}}, "functions": [{"gauss": {"place": {"origin": "43,9", "scale": "100km"}}}, {"filter": {"term": {"country": "IT"}}, "weight": 3}], "boost_mode": "sum"}}))
say("terms set of spans", lambda: client.search(index="py-towns", source=False, size=2, query={"span_near": {"clauses": [{"span_term": {"name": "town"}}, {"span_term": {"name": "north"}}], "slop": 0, "in_order": True}}))
say("intervals", lambda: client.search(index="py-towns", source=False, size=2, query={"intervals": {"name": {"match": {"query": "by river", "max_gaps": 1, "ordered": True}}}}))
say("vectors", lambda: client.indices.create(index="py-vectors", settings={"number_of_shards": 1, "number_of_replicas": 0}, mappings={"properties": {"v": {"type": "dense_vector", "dims": 3, "index": True, "similarity": "l2_norm", "index_options": {"type": "hnsw"}}, "t": {"type": "text"}, "k": {"type": "keyword"}}}))
helpers.bulk(client, [{"_index": "py-vectors", "_id": str(n), "v": [n, n % 3, 1], "t": f"word{n % 2}", "k": f"k{n % 2}"} for n in range(12)], refresh=True)
say("knn", lambda: client.search(index="py-vectors", knn={"field": "v", "query_vector": [5, 1, 1], "k": 3, "num_candidates": 12, "filter": {"term": {"k": "k1"}}}, source=False))
say("knn with text", lambda: client.search(index="py-vectors", size=4, knn={"field": "v", "query_vector": [5, 1, 1], "k": 3, "num_candidates": 12, "boost": 0.5}, query={"match": {"t": "word0"}}, source=False))
say("retriever", lambda: client.search(index="py-vectors", size=3, source=False, retriever={"standard": {"query": {"match": {"t": "word1"}}, "filter": [{"term": {"k": "k1"}}]}}))

# What is asked in passing.
say("field capabilities", lambda: client.field_caps(index="py-towns", fields="people,name*"))
say("mget", lambda: client.mget(index="py-towns", ids=["t1", "nobody"], source=["people"]))
say("msearch", lambda: client.msearch(searches=[{"index": "py-towns"}, {"size": 0}, {"index": "py-nowhere"}, {}]))
say("terms enum", lambda: client.terms_enum(index="py-towns", field="country", string="c", case_insensitive=True))
say("explain", lambda: client.explain(index="py-vectors", id="5", query={"match": {"t": "word1"}}))
say("analyze", lambda: client.indices.analyze(index="py-towns", field="name", text="By the River"))
say("validate", lambda: client.indices.validate_query(index="py-towns", query={"match": {"name": "x"}}))
say("count", lambda: client.count(index="py-towns", q="country:CH"))
say("term vectors", lambda: client.termvectors(index="py-towns", id="t5", fields=["name"], field_statistics=False))
say("conflict", lambda: client.index(index="py-towns", id="t5", document={}, if_seq_no=1_000_000, if_primary_term=1))
say("not found", lambda: client.get(index="py-towns", id="nobody"))
say("bad query", lambda: client.search(index="py-towns", query={"macth": {}}))
say("bad settings", lambda: client.indices.put_settings(index="py-towns", settings={"index": {"number_of_shards": 3}}))
say("put settings", lambda: client.indices.put_settings(index="py-towns", settings={"index": {"refresh_interval": "5s", "requests": {"cache": {"enable": False}}}}))
say("get settings", lambda: client.indices.get_settings(index="py-towns", name="index.re*", flat_settings=True))
say("repositories", lambda: client.snapshot.get_repository())

# Rollover and resizing.
client.indices.create(index="py-logs-000001", settings={"number_of_shards": 1, "number_of_replicas": 0}, aliases={"py-logs": {"is_write_index": True}})
client.index(index="py-logs", document={"n": 1}, refresh=True)
say("rollover, not yet", lambda: client.indices.rollover(alias="py-logs", conditions={"max_docs": 5}, settings={"number_of_shards": 1, "number_of_replicas": 0}))
say("rollover", lambda: client.indices.rollover(alias="py-logs", conditions={"max_docs": 1}, settings={"number_of_shards": 1, "number_of_replicas": 0}))
say("aliases", lambda: client.indices.get_alias(name="py-logs"))
# Snapshots.
say("repository", lambda: client.snapshot.create_repository(name="py-kept", repository={"type": "fs", "settings": {"location": "py-kept"}}))
say("snapshot", lambda: client.snapshot.create(repository="py-kept", snapshot="first", indices="py-towns", include_global_state=False, wait_for_completion=True)["snapshot"]["state"])
say("snapshots", lambda: [snapshot["indices"] for snapshot in client.snapshot.get(repository="py-kept", snapshot="_all")["snapshots"]])
say("restore", lambda: client.snapshot.restore(repository="py-kept", snapshot="first", rename_pattern="py-towns", rename_replacement="py-back", wait_for_completion=True))
say("restored", lambda: [hit["_id"] for hit in client.search(index="py-back", q="river", size=3)["hits"]["hits"]])
say("delete snapshot", lambda: client.snapshot.delete(repository="py-kept", snapshot="first"))
say("no such snapshot", lambda: client.snapshot.get(repository="py-kept", snapshot="first"))
say("delete repository", lambda: client.snapshot.delete_repository(name="py-kept"))

client.indices.add_block(index="py-made", block="write")
say("shrink", lambda: client.indices.shrink(index="py-made", target="py-small", settings={"index.number_of_shards": 1, "index.number_of_replicas": 0}))
say("its documents", lambda: client.count(index="py-small"))
clean()

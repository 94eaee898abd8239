import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch._helpers.bulk.BulkIngester;
import co.elastic.clients.elasticsearch._types.ElasticsearchException;
import co.elastic.clients.elasticsearch._types.FieldValue;
import co.elastic.clients.elasticsearch._types.Refresh;
import co.elastic.clients.elasticsearch._types.SortOrder;
import co.elastic.clients.elasticsearch._types.aggregations.CompositeAggregationSource;
import co.elastic.clients.elasticsearch._types.mapping.DenseVectorIndexOptionsType;
import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import co.elastic.clients.elasticsearch.core.SearchRequest;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.json.JsonData;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import co.elastic.clients.transport.rest_client.RestClientTransport;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.http.HttpHost;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.RestClient;

/** A program with the Java client 8: Session URL. Prints each answer as a line of JSON. */
public final class Session {
  private static final JacksonJsonpMapper MAPPER = new JacksonJsonpMapper();

  private interface Call {
    Object answer() throws Exception;
  }

  /** Prints what a call answers, or how it is refused. */
  private static void say(String step, Call call) throws Exception {
    Object answer;
    try {
      answer = call.answer();
    } catch (ResponseException refused) {
      answer = Map.of("status", refused.getResponse().getStatusLine().getStatusCode());
    } catch (ElasticsearchException refused) {
      answer = Map.of("status", refused.status(), "type", refused.error().type(), "reason", String.valueOf(refused.error().reason()));
    }
    var writer = new StringWriter();
    try (var generator = MAPPER.jsonProvider().createGenerator(writer)) {
      MAPPER.serialize(answer, generator);
    }
    System.out.println("{\"step\":\"" + step + "\",\"answer\":" + writer + "}");
  }

  private static List<Object> hits(SearchResponse<JsonData> answer) {
    var hits = new ArrayList<>();
    for (var hit : answer.hits().hits()) hits.add(List.of(hit.id(), String.valueOf(hit.score())));
    return List.of(answer.hits().total().value(), hits);
  }

  public static void main(String[] arguments) throws Exception {
    try (var http = RestClient.builder(HttpHost.create(arguments[0])).build();
        var transport = new RestClientTransport(http, MAPPER)) {
      run(new ElasticsearchClient(transport));
    }
  }

  private static void clean(ElasticsearchClient client) throws Exception {
    client.indices().delete(d -> d.index("java-towns", "java-made", "java-logs-000001", "java-logs-000002").ignoreUnavailable(true));
    try {
      client.indices().deleteIndexTemplate(d -> d.name("java-made"));
    } catch (ElasticsearchException absent) {
      // Nothing to clean.
    }
  }

  private static void run(ElasticsearchClient client) throws Exception {
    clean(client);
    say("create", () -> client.indices().create(c -> c
        .index("java-towns")
        .settings(s -> s.numberOfShards("1").numberOfReplicas("0"))
        .mappings(m -> m
            .properties("name", p -> p.text(t -> t))
            .properties("country", p -> p.keyword(k -> k))
            .properties("people", p -> p.long_(l -> l))
            .properties("founded", p -> p.date(d -> d))
            .properties("suggest", p -> p.completion(t -> t))
            .properties("v", p -> p.denseVector(v -> v.dims(3).indexOptions(o -> o.type(DenseVectorIndexOptionsType.Hnsw)))))));
    try (var ingester = BulkIngester.<Void>of(b -> b.client(client).maxConcurrentRequests(1).globalSettings(s -> s.refresh(Refresh.WaitFor)))) {
      var countries = List.of("CH", "NO", "IT", "DE");
      for (int n = 0; n < 60; n++) {
        var source = Map.of(
            "name", "town " + n + (n % 2 == 0 ? " river" : " hill"),
            "country", countries.get(n % 4),
            "people", n * n * 10 + 7,
            "founded", (1200 + n * 7) + "-01-02",
            "suggest", "town " + n,
            "v", List.of(n + 1, n % 3, 1));
        var id = "t" + n;
        ingester.add(o -> o.index(i -> i.index("java-towns").id(id).document(source)));
      }
    }
    say("count", () -> client.count(c -> c.index("java-towns")));

    Function<Function<SearchRequest.Builder, SearchRequest.Builder>, Call> find = request ->
        () -> hits(client.search(s -> request.apply(s.index("java-towns")), JsonData.class));
    say("match", find.apply(s -> s.size(3).query(q -> q.match(m -> m.field("name").query("river")))));
    say("bool", find.apply(s -> s.size(3).query(q -> q.bool(b -> b
        .must(m -> m.match(t -> t.field("name").query("river")))
        .filter(f -> f.range(r -> r.number(n -> n.field("people").gte(1000.0))))))));
    say("function score", find.apply(s -> s.size(3).query(q -> q.functionScore(f -> f
        .query(m -> m.match(t -> t.field("name").query("hill")))
        .functions(g -> g.weight(2.0).filter(t -> t.term(c -> c.field("country").value("DE"))))))));
    say("knn", find.apply(s -> s.knn(k -> k.field("v").queryVector(5f, 1f, 1f).k(3).numCandidates(60))));
    say("collapse", find.apply(s -> s.sort(o -> o.field(f -> f.field("people").order(SortOrder.Asc))).collapse(c -> c.field("country"))));
    say("whole answer", () -> client.search(s -> s.index("java-towns").size(2).trackScores(true)
        .query(q -> q.ids(i -> i.values("t4", "t9"))).sort(o -> o.field(f -> f.field("people").order(SortOrder.Desc)))
        .highlight(h -> h.fields("name", f -> f)), JsonData.class));
    say("suggest", () -> client.search(s -> s.index("java-towns").size(0).suggest(g -> g
        .suggesters("word", t -> t.text("rivar").term(m -> m.field("name")))
        .suggesters("town", t -> t.prefix("town 1").completion(c -> c.field("suggest").size(2)))), JsonData.class).suggest());
    say("aggregations", () -> client.search(s -> s.index("java-towns").size(0)
        .aggregations("countries", a -> a.terms(t -> t.field("country")).aggregations("most", m -> m.max(x -> x.field("people"))))
        .aggregations("percentiles", a -> a.percentiles(p -> p.field("people").percents(50.0, 99.0)))
        .aggregations("stats", a -> a.extendedStats(e -> e.field("people")))
        .aggregations("years", a -> a.dateHistogram(h -> h.field("founded").fixedInterval(i -> i.time("36500d"))))
        .aggregations("top", a -> a.topHits(t -> t.size(1).sort(o -> o.field(f -> f.field("people")))))
        .aggregations("filters", a -> a.filters(f -> f.filters(b -> b.keyed(Map.of("swiss", Query.of(q -> q.term(t -> t.field("country").value("CH"))))))))
        .aggregations("pages", a -> a.composite(c -> c.size(3).sources(Map.of("c", CompositeAggregationSource.of(t -> t.terms(x -> x.field("country")))))))
        .aggregations("best", a -> a.maxBucket(m -> m.bucketsPath(b -> b.single("countries>most")))), JsonData.class).aggregations());
    say("refused", find.apply(s -> s.query(q -> q.term(t -> t.field("people").value("many")))));

    say("scroll", () -> {
      var pages = new ArrayList<>();
      var page = client.search(s -> s.index("java-towns").size(25).scroll(t -> t.time("1m")).sort(o -> o.field(f -> f.field("people"))), JsonData.class);
      var id = page.scrollId();
      var found = page.hits().hits();
      while (!found.isEmpty()) {
        pages.add(found.stream().map(hit -> hit.id()).toList());
        var current = id;
        var next = client.scroll(s -> s.scrollId(current).scroll(t -> t.time("1m")), JsonData.class);
        id = next.scrollId();
        found = next.hits().hits();
      }
      var last = id;
      return List.of(pages, client.clearScroll(c -> c.scrollId(last)).numFreed());
    });
    say("point in time", () -> {
      var opened = client.openPointInTime(p -> p.index("java-towns").keepAlive(t -> t.time("1m")));
      var read = client.search(s -> s.pit(p -> p.id(opened.id())).size(2).sort(o -> o.field(f -> f.field("people"))).searchAfter(FieldValue.of(5000)), JsonData.class);
      return List.of(hits(read), client.closePointInTime(c -> c.id(read.pitId())).numFreed());
    });

    say("index template", () -> client.indices().putIndexTemplate(t -> t.name("java-made").indexPatterns("java-made*")
        .template(m -> m.settings(s -> s.numberOfReplicas("0")).mappings(p -> p.properties("at", d -> d.date(x -> x))))));
    say("made by a write", () -> client.index(i -> i.index("java-made").id("1").document(Map.of("at", "2024-02-29"))));
    say("get index template", () -> client.indices().getIndexTemplate(g -> g.name("java-made")));
    say("its mapping", () -> client.indices().getMapping(g -> g.index("java-made")));
    client.indices().create(c -> c.index("java-logs-000001").settings(s -> s.numberOfReplicas("0")).aliases("java-logs", a -> a.isWriteIndex(true)));
    say("rollover", () -> client.indices().rollover(r -> r.alias("java-logs").settings("index.number_of_replicas", JsonData.of(0))));
    say("aliases", () -> client.indices().getAlias(g -> g.name("java-logs")));
    say("update", () -> client.update(u -> u.index("java-made").id("1").doc(Map.of("n", 1)), JsonData.class));
    say("mget", () -> client.mget(m -> m.index("java-towns").ids("t1", "nobody"), JsonData.class));
    say("msearch", () -> client.msearch(m -> m
        .searches(r -> r.header(h -> h.index("java-towns")).body(b -> b.size(0)))
        .searches(r -> r.header(h -> h.index("java-nowhere")).body(b -> b)), JsonData.class).responses().stream().map(r -> r.isResult()).toList());
    say("field capabilities", () -> client.fieldCaps(f -> f.index("java-towns").fields("people", "name")));
    say("explain", () -> client.explain(e -> e.index("java-towns").id("t2").query(q -> q.match(m -> m.field("name").query("river"))), JsonData.class));
    say("analyze", () -> client.indices().analyze(a -> a.index("java-towns").field("name").text("By the River")));
    say("conflict", () -> client.index(i -> i.index("java-towns").id("t7").ifSeqNo(1_000_000L).ifPrimaryTerm(1L).document(Map.of())));
    say("health", () -> client.cluster().health(h -> h.index("java-towns")).status().jsonValue());
    say("node statistics", () -> client.nodes().stats().nodes().size());
    say("index statistics", () -> client.indices().stats(s -> s.index("java-towns")).indices().get("java-towns").primaries().docs().count());
    say("cat", () -> client.cat().indices(c -> c.index("java-towns")).valueBody().get(0).docsCount());
    say("tasks", () -> client.tasks().list().nodeFailures());
    clean(client);
  }
}

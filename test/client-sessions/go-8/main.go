// A program with go-elasticsearch 8, its typed API and its bulk indexer: main URL. Prints each answer as a line of JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/elastic/go-elasticsearch/v8"
	"github.com/elastic/go-elasticsearch/v8/esutil"
	"github.com/elastic/go-elasticsearch/v8/typedapi/core/search"
	"github.com/elastic/go-elasticsearch/v8/typedapi/indices/create"
	"github.com/elastic/go-elasticsearch/v8/typedapi/indices/putindextemplate"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types/enums/sortorder"
)

var ctx = context.Background()

// say prints what a call answers, or how it is refused.
func say(step string, answer any, err error) {
	var refused *types.ElasticsearchError
	if errors.As(err, &refused) {
		answer = map[string]any{"status": refused.Status, "type": refused.ErrorCause.Type}
	} else if err != nil {
		answer = map[string]any{"error": err.Error()}
	}
	line, err := json.Marshal(map[string]any{"step": step, "answer": answer})
	must(err)
	fmt.Println(string(line))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func pointer[T any](value T) *T { return &value }

func main() {
	config := elasticsearch.Config{Addresses: []string{os.Args[1]}}
	client, err := elasticsearch.NewTypedClient(config)
	must(err)
	plain, err := elasticsearch.NewClient(config)
	must(err)
	clean := func() {
		_, err := client.Indices.Delete("go-towns,go-made,go-logs-000001,go-logs-000002").IgnoreUnavailable(true).Do(ctx)
		must(err)
		_, _ = client.Indices.DeleteIndexTemplate("go-made").Do(ctx)
	}
	clean()

	properties := map[string]types.Property{
		"name":    types.NewTextProperty(),
		"country": types.NewKeywordProperty(),
		"people":  types.NewLongNumberProperty(),
		"founded": types.NewDateProperty(),
		"place":   types.NewGeoPointProperty(),
	}
	settings := &types.IndexSettings{NumberOfShards: pointer("1"), NumberOfReplicas: pointer("0")}
	made, err := client.Indices.Create("go-towns").Request(&create.Request{
		Settings: settings, Mappings: &types.TypeMapping{Properties: properties},
	}).Do(ctx)
	say("create", made, err)

	indexer, err := esutil.NewBulkIndexer(esutil.BulkIndexerConfig{Client: plain, Index: "go-towns", NumWorkers: 1, Refresh: "wait_for"})
	must(err)
	countries := []string{"CH", "NO", "IT", "DE"}
	for n := 0; n < 60; n++ {
		body := fmt.Sprintf(`{"name":"town %d %s","country":%q,"people":%d,"founded":"%d-01-02","place":"%d,7"}`,
			n, []string{"river", "hill"}[n%2], countries[n%4], n*n*10+7, 1200+n*7, 40+n%9)
		must(indexer.Add(ctx, esutil.BulkIndexerItem{Action: "index", DocumentID: "t" + strconv.Itoa(n), Body: strings.NewReader(body)}))
	}
	must(indexer.Close(ctx))
	statistics := indexer.Stats()
	say("bulk indexer", []uint64{statistics.NumAdded, statistics.NumFlushed, statistics.NumFailed}, nil)

	find := func(request *search.Request) (any, error) {
		answer, err := client.Search().Index("go-towns").Request(request).Do(ctx)
		if err != nil {
			return nil, err
		}
		ids := []any{}
		for _, hit := range answer.Hits.Hits {
			ids = append(ids, []any{hit.Id_, hit.Score_, hit.Sort})
		}
		return map[string]any{"total": answer.Hits.Total, "hits": ids, "aggregations": answer.Aggregations}, nil
	}
	match := &types.Query{Match: map[string]types.MatchQuery{"name": {Query: "river"}}}
	byPeople := types.SortOptions{SortOptions: map[string]types.FieldSort{"people": {Order: &sortorder.Desc}}}

	answer, err := find(&search.Request{Query: match, Size: pointer(3)})
	say("match", answer, err)
	answer, err = find(&search.Request{
		Query: &types.Query{Bool: &types.BoolQuery{
			Must:   []types.Query{*match},
			Filter: []types.Query{{Range: map[string]types.RangeQuery{"people": types.NumberRangeQuery{Gte: pointer(types.Float64(1000))}}}},
		}},
		Sort: []types.SortCombinations{byPeople}, Size: pointer(3),
	})
	say("bool, sorted", answer, err)
	answer, err = find(&search.Request{
		Query: &types.Query{FunctionScore: &types.FunctionScoreQuery{
			Query:     match,
			Functions: []types.FunctionScore{{Weight: pointer(types.Float64(2)), Filter: &types.Query{Term: map[string]types.TermQuery{"country": {Value: "IT"}}}}},
		}},
		Size: pointer(3),
	})
	say("function score", answer, err)
	answer, err = find(&search.Request{
		Size: pointer(0),
		Aggregations: map[string]types.Aggregations{
			"countries": {
				Terms:        &types.TermsAggregation{Field: pointer("country")},
				Aggregations: map[string]types.Aggregations{"most": {Max: &types.MaxAggregation{Field: pointer("people")}}},
			},
			"percentiles": {Percentiles: &types.PercentilesAggregation{Field: pointer("people"), Percents: []types.Float64{50, 99}}},
			"stats":       {ExtendedStats: &types.ExtendedStatsAggregation{Field: pointer("people")}},
			"years":       {DateHistogram: &types.DateHistogramAggregation{Field: pointer("founded"), FixedInterval: types.Duration("36500d")}},
			"ranges": {Range: &types.RangeAggregation{Field: pointer("people"), Ranges: []types.AggregationRange{
				{To: pointer(types.Float64(1000))}, {From: pointer(types.Float64(1000))}}}},
			"centre": {GeoCentroid: &types.GeoCentroidAggregation{Field: pointer("place")}},
			"best":   {MaxBucket: &types.MaxBucketAggregation{BucketsPath: "countries>most"}},
		},
	})
	say("aggregations", answer, err)
	answer, err = find(&search.Request{Query: &types.Query{Term: map[string]types.TermQuery{"people": {Value: "many"}}}})
	say("refused", answer, err)

	page, err := client.Search().Index("go-towns").Scroll("1m").Size(25).Sort(byPeople).Do(ctx)
	must(err)
	pages, scroll := [][]string{}, page.ScrollId_
	for hits := page.Hits.Hits; len(hits) > 0; {
		ids := []string{}
		for _, hit := range hits {
			ids = append(ids, *hit.Id_)
		}
		pages = append(pages, ids)
		next, err := client.Scroll().ScrollId(*scroll).Scroll("1m").Do(ctx)
		must(err)
		hits, scroll = next.Hits.Hits, next.ScrollId_
	}
	cleared, err := client.ClearScroll().ScrollId(*scroll).Do(ctx)
	say("scroll", []any{pages, cleared}, err)

	opened, err := client.OpenPointInTime("go-towns").KeepAlive("1m").Do(ctx)
	must(err)
	read, err := client.Search().Pit(&types.PointInTimeReference{Id: opened.Id}).Sort(byPeople).Size(2).SearchAfter(5000).Do(ctx)
	must(err)
	closed, err := client.ClosePointInTime().Id(*read.PitId).Do(ctx)
	say("point in time", []any{read.Hits.Hits[0].Id_, closed.Succeeded, closed.NumFreed}, err)

	template, err := client.Indices.PutIndexTemplate("go-made").Request(&putindextemplate.Request{
		IndexPatterns: []string{"go-made*"},
		Template:      &types.IndexTemplateMapping{Settings: settings, Mappings: &types.TypeMapping{Properties: map[string]types.Property{"at": types.NewDateProperty()}}},
	}).Do(ctx)
	say("index template", template, err)
	written, err := client.Index("go-made").Id("1").Document(map[string]any{"at": "2024-02-29"}).Do(ctx)
	say("made by a write", written, err)
	mapping, err := client.Indices.GetMapping().Index("go-made").Do(ctx)
	say("its mapping", mapping, err)
	created, err := client.Indices.GetIndexTemplate().Name("go-made").Do(ctx)
	say("get index template", created.IndexTemplates[0].IndexTemplate.IndexPatterns, err)

	_, err = client.Indices.Create("go-logs-000001").Settings(settings).Aliases(map[string]types.Alias{"go-logs": {IsWriteIndex: pointer(true)}}).Do(ctx)
	must(err)
	rolled, err := client.Indices.Rollover("go-logs").Settings(map[string]json.RawMessage{"number_of_replicas": json.RawMessage("0")}).Do(ctx)
	say("rollover", rolled, err)
	aliases, err := client.Indices.GetAlias().Name("go-logs").Do(ctx)
	say("aliases", aliases, err)

	capabilities, err := client.FieldCaps().Index("go-towns").Fields("people", "name").Do(ctx)
	say("field capabilities", capabilities, err)
	counted, err := client.Count().Index("go-towns").Query(match).Do(ctx)
	say("count", counted, err)
	document, err := client.Get("go-towns", "t7").Do(ctx)
	say("get", document, err)
	missing, err := client.Get("go-towns", "nobody").Do(ctx)
	say("not found", missing, err)
	analysed, err := client.Indices.Analyze().Index("go-towns").Field("name").Text("By the River").Do(ctx)
	say("analyze", analysed, err)
	explained, err := client.Explain("go-towns", "t2").Query(match).Do(ctx)
	say("explain", explained, err)
	_, err = client.Index("go-towns").Id("t7").IfSeqNo("1000000").IfPrimaryTerm("1").Document(map[string]any{}).Do(ctx)
	say("conflict", nil, err)
	health, err := client.Cluster.Health().Index("go-towns").Do(ctx)
	say("health", []any{health.Status, health.ActivePrimaryShards, health.TimedOut}, err)
	segments, err := client.Indices.Stats().Index("go-towns").Do(ctx)
	say("stats", []any{segments.Indices["go-towns"].Primaries.Docs.Count, segments.Shards_}, err)
	nodes, err := client.Nodes.Info().Do(ctx)
	say("nodes", []any{nodes.NodeStats, len(nodes.Nodes)}, err)
	cat, err := client.Cat.Indices().Index("go-towns").H("index", "docs.count", "pri", "rep").Do(ctx)
	say("cat", cat, err)
	clean()
}

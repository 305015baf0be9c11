// The client of oapi-codegen, in the folder reviews.
package main

import (
	"context"
	"encoding/json"
	"os"
	"time"

	"github.com/oapi-codegen/runtime/types"

	"example.com/app/reviews"
)

func must[Answer any](answer Answer, err error) Answer {
	if err != nil {
		panic(err)
	}
	return answer
}

func day(text string) types.Date {
	return types.Date{Time: must(time.Parse(time.DateOnly, text))}
}

func main() {
	client := must(reviews.NewClientWithResponses(os.Args[1]))
	ctx := context.Background()

	rating, limit, query := 5, 2, "water heater"
	search := must(client.SearchReviewsWithResponse(ctx, &reviews.SearchReviewsParams{
		Rating: &rating, Query: &query, Limit: &limit,
	})).JSON200
	since := must(client.GetReviewsSinceWithResponse(ctx, day("2026-01-01"), nil)).JSON200
	changes := must(client.GetChangesWithResponse(ctx, &reviews.GetChangesParams{Cursor: &os.Args[2]})).JSON200
	insights := must(client.GetInsightsWithResponse(ctx, nil)).JSON200
	report := must(client.GetReviewWithResponse(ctx, search.Reviews[0].Id, nil)).JSON200
	from, to := day("2026-10-31"), day("2024-01-01")
	wrong := must(client.SearchReviewsWithResponse(ctx, &reviews.SearchReviewsParams{Since: &from, Until: &to}))
	hub := must(client.RequestSubscriptionWithFormdataBodyWithResponse(ctx, reviews.SubscriptionForm{
		HubCallback: "https://subscriber.example/websub",
		HubMode:     "subscribe",
		HubTopic:    reviews.SubscriptionFormHubTopic(os.Args[1] + "/reviews.json"),
	}))

	ids, aspects, issues, changed := []string{}, []string{}, [][]string{}, []string{}
	for _, change := range changes.Changes {
		changed = append(changed, string(change.Kind)+" "+change.Review.Id)
	}
	for _, review := range search.Reviews {
		ids = append(ids, review.Id)
	}
	for _, aspect := range insights.Aspects {
		aspects = append(aspects, aspect.Id)
	}
	for _, issue := range wrong.JSON400.Issues {
		issues = append(issues, append([]string{string(issue.In)}, issue.Path...))
	}
	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"matched":   search.Matched,
		"ids":       ids,
		"since":     since.Count,
		"changes":   changed,
		"analysed":  insights.ReviewCount,
		"trend":     insights.Temporal.Trend,
		"aspects":   aspects,
		"author":    report.Review.Author,
		"sentiment": report.Analysis.Sentiment,
		"status":    wrong.StatusCode(),
		"issues":    issues,
		"hub":       hub.StatusCode(),
	}))
}

// The client of openapi-generator's go, in the folder reviews.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"example.com/app/reviews"
)

// refused returns what a refused request was answered with.
func refused(err error) *reviews.GenericOpenAPIError {
	var refusal *reviews.GenericOpenAPIError
	if !errors.As(err, &refusal) {
		panic(err)
	}
	return refusal
}

func must[Answer any](answer Answer, err error) Answer {
	if err != nil {
		panic(err)
	}
	return answer
}

func main() {
	configuration := reviews.NewConfiguration()
	configuration.Servers = reviews.ServerConfigurations{{URL: os.Args[1]}}
	client := reviews.NewAPIClient(configuration)
	ctx := context.Background()

	search, _, err := client.ReviewsAPI.SearchReviews(ctx).Rating(5).Query("water heater").Limit(2).Execute()
	search = must(search, err)
	since, _, err := client.ReviewsAPI.GetReviewsSince(ctx, "2026-01-01").Execute()
	since = must(since, err)
	changes, _, err := client.ReviewsAPI.GetChanges(ctx).Cursor(os.Args[2]).Execute()
	changes = must(changes, err)
	insights, _, err := client.DocumentsAPI.GetInsights(ctx).Execute()
	insights = must(insights, err)
	report, _, err := client.ReviewsAPI.GetReview(ctx, search.Reviews[0].Id).Execute()
	report = must(report, err)
	_, wrong, err := client.ReviewsAPI.SearchReviews(ctx).Since("2026-10-31").Until("2024-01-01").Execute()
	problem := refused(err).Model().(reviews.ValidationProblem)
	hub, err := client.WebSubAPI.RequestSubscription(ctx).HubCallback("https://subscriber.example/websub").
		HubMode("subscribe").HubTopic(os.Args[1] + "/reviews.json").Execute()
	hub = must(hub, err)

	ids, aspects, issues, changed := []string{}, []string{}, [][]string{}, []string{}
	for _, change := range changes.Changes {
		changed = append(changed, change.Kind+" "+change.Review.Id)
	}
	for _, review := range search.Reviews {
		ids = append(ids, review.Id)
	}
	for _, aspect := range insights.Aspects {
		aspects = append(aspects, aspect.Id)
	}
	for _, issue := range problem.Issues {
		issues = append(issues, append([]string{issue.In}, issue.Path...))
	}
	analysis := report.Analysis.Get()
	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"matched":   search.Matched,
		"ids":       ids,
		"since":     since.Count,
		"changes":   changed,
		"analysed":  insights.ReviewCount,
		"trend":     insights.Temporal.Trend.Get(),
		"aspects":   aspects,
		"author":    report.Review.Author,
		"sentiment": analysis.Sentiment.Get(),
		"status":    wrong.StatusCode,
		"issues":    issues,
		"hub":       hub.StatusCode,
	}))
}

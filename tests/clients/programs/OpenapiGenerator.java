// The client of openapi-generator's java.

import com.google.gson.Gson;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.api.DocumentsApi;
import org.openapitools.client.api.ReviewsApi;
import org.openapitools.client.api.WebSubApi;
import org.openapitools.client.model.ChangePage;
import org.openapitools.client.model.InsightsDocument;
import org.openapitools.client.model.ReviewReport;
import org.openapitools.client.model.ReviewsSince;
import org.openapitools.client.model.SearchResult;
import org.openapitools.client.model.ValidationProblem;

public class OpenapiGenerator {
  interface Request {
    void send() throws ApiException;
  }

  /** What a refused request was answered with. */
  static ApiException refused(Request request) {
    try {
      request.send();
    } catch (ApiException error) {
      return error;
    }
    throw new AssertionError("It was not refused.");
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient().setBasePath(args[0]);
    ReviewsApi reviews = new ReviewsApi(client);
    SearchResult search = search(reviews, 5, null, null, "water heater", 2);
    ReviewsSince since = reviews.getReviewsSince(LocalDate.parse("2026-01-01"), null, null);
    ChangePage changes = reviews.getChanges(args[1], null, null, null);
    InsightsDocument insights = new DocumentsApi(client).getInsights(null, null);
    ReviewReport report = reviews.getReview(search.getReviews().get(0).getId(), null, null);
    ApiException wrong =
        refused(() -> search(reviews, null, LocalDate.parse("2026-10-31"), LocalDate.parse("2024-01-01"), null, null));
    ValidationProblem problem = ValidationProblem.fromJson(wrong.getResponseBody());
    ApiResponse<Void> hub =
        new WebSubApi(client)
            .requestSubscriptionWithHttpInfo(
                "https://subscriber.example/websub", "subscribe", args[0] + "/reviews.json", null, null);
    List<List<String>> issues = new ArrayList<>();
    problem
        .getIssues()
        .forEach(
            issue -> {
              List<String> place = new ArrayList<>(List.of(issue.getIn().getValue()));
              place.addAll(issue.getPath());
              issues.add(place);
            });
    Map<String, Object> printed = new LinkedHashMap<>();
    printed.put("matched", search.getMatched());
    printed.put("ids", search.getReviews().stream().map(review -> review.getId()).toList());
    printed.put("since", since.getCount());
    printed.put(
        "changes",
        changes.getChanges().stream()
            .map(change -> change.getKind().getValue() + " " + change.getReview().getId())
            .toList());
    printed.put("analysed", insights.getReviewCount());
    printed.put("trend", insights.getTemporal().getTrend().getValue());
    printed.put("aspects", insights.getAspects().stream().map(aspect -> aspect.getId()).toList());
    printed.put("author", report.getReview().getAuthor());
    printed.put("sentiment", report.getAnalysis().getSentiment().getValue());
    printed.put("status", wrong.getCode());
    printed.put("issues", issues);
    printed.put("hub", hub.getStatusCode());
    System.out.println(new Gson().toJson(printed));
  }

  /** Arguments by position: the filters in the order of the description, then the validators. */
  static SearchResult search(
      ReviewsApi reviews, Integer rating, LocalDate since, LocalDate until, String query, Integer limit)
      throws ApiException {
    return reviews.searchReviews(rating, null, since, until, query, null, null, limit, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
  }
}

# The client of openapi-generator's ruby, in the folder reviews-ruby.

require "json"
require "openapi_client"

# What a refused request was answered with.
def refused
  yield
rescue OpenapiClient::ApiError => error
  error
else
  raise "It was not refused."
end

origin, cursor = ARGV
OpenapiClient.configure do |config|
  config.scheme, config.host = origin.split("://")
  config.server_index = nil
end
reviews = OpenapiClient::ReviewsApi.new
search = reviews.search_reviews(rating: 5, query: "water heater", limit: 2)
changes = reviews.get_changes(cursor: cursor)
insights = OpenapiClient::DocumentsApi.new.get_insights
report = reviews.get_review(search.reviews[0].id)
wrong = refused { reviews.search_reviews(since: Date.new(2026, 10, 31), _until: Date.new(2024, 1, 1)) }
problem = JSON.parse(wrong.response_body)
form = ["https://subscriber.example/websub", "subscribe", "#{origin}/reviews.json"]
_, hub, = OpenapiClient::WebSubApi.new.request_subscription_with_http_info(*form)
puts JSON.generate(
  matched: search.matched,
  ids: search.reviews.map(&:id),
  since: reviews.get_reviews_since(Date.new(2026, 1, 1)).count,
  changes: changes.changes.map { |change| "#{change.kind} #{change.review.id}" },
  analysed: insights.review_count,
  trend: insights.temporal.trend,
  aspects: insights.aspects.map(&:id),
  author: report.review.author,
  sentiment: report.analysis.sentiment,
  status: wrong.code,
  issues: problem["issues"].map { |issue| [issue["in"], *issue["path"]] },
  hub: hub,
)

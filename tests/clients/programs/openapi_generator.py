"""The client of openapi-generator's python, installed as openapi_client."""

import importlib
import json
import pkgutil
import sys
from datetime import date

import openapi_client
from openapi_client.exceptions import ApiException
from openapi_client.models import ReviewReport, ValidationProblem

for module in pkgutil.walk_packages(openapi_client.__path__, "openapi_client."):
    importlib.import_module(module.name)


def refused(call):
    """What a refused request was answered with."""
    try:
        call()
    except ApiException as error:
        return error
    raise AssertionError("It was not refused.")


with openapi_client.ApiClient(openapi_client.Configuration(host=sys.argv[1])) as client:
    reviews = openapi_client.ReviewsApi(client)
    search = reviews.search_reviews(rating=5, query="water heater", limit=2)
    since = reviews.get_reviews_since(date(2026, 1, 1))
    changes = reviews.get_changes(cursor=sys.argv[2])
    insights = openapi_client.DocumentsApi(client).get_insights()
    report: ReviewReport = reviews.get_review(search.reviews[0].id)
    wrong = refused(lambda: reviews.search_reviews(since=date(2026, 10, 31), until=date(2024, 1, 1)))
    problem = ValidationProblem.from_json(wrong.body)
    hub = openapi_client.WebSubApi(client).request_subscription_with_http_info(
        hub_callback="https://subscriber.example/websub",
        hub_mode="subscribe",
        hub_topic=sys.argv[1] + "/reviews.json",
    )
    print(
        json.dumps(
            {
                "matched": search.matched,
                "ids": [review.id for review in search.reviews],
                "since": since.count,
                "changes": [f"{change.kind} {change.review.id}" for change in changes.changes],
                "analysed": insights.review_count,
                "trend": insights.temporal.trend,
                "aspects": [aspect.id for aspect in insights.aspects],
                "author": report.review.author,
                "sentiment": report.analysis.sentiment,
                "status": wrong.status,
                "issues": [[issue.var_in, *issue.path] for issue in problem.issues],
                "hub": hub.status_code,
            }
        )
    )

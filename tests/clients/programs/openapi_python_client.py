"""The client of openapi-python-client, installed as public_reviews_service_client."""

import importlib
import json
import pkgutil
import sys
from datetime import date

import public_reviews_service_client
from public_reviews_service_client import Client
from public_reviews_service_client.api.documents import get_insights
from public_reviews_service_client.api.reviews import get_changes, get_review, get_reviews_since, search_reviews
from public_reviews_service_client.api.web_sub import request_subscription
from public_reviews_service_client.models import (
    ChangePage,
    InsightsDocument,
    ReviewReport,
    ReviewsSince,
    SearchResult,
    SubscriptionForm,
    ValidationProblem,
)

for module in pkgutil.walk_packages(public_reviews_service_client.__path__, "public_reviews_service_client."):
    importlib.import_module(module.name)


def answer(kind, parsed):
    """The parsed answer, which has to be of this kind."""
    assert isinstance(parsed, kind), parsed
    return parsed


with Client(base_url=sys.argv[1]) as client:
    search = answer(SearchResult, search_reviews.sync(client=client, rating=5, query="water heater", limit=2))
    since = answer(ReviewsSince, get_reviews_since.sync(date(2026, 1, 1), client=client))
    changes = answer(ChangePage, get_changes.sync(client=client, cursor=sys.argv[2]))
    insights = answer(InsightsDocument, get_insights.sync(client=client))
    report = answer(ReviewReport, get_review.sync(search.reviews[0].id, client=client))
    wrong = search_reviews.sync_detailed(client=client, since=date(2026, 10, 31), until=date(2024, 1, 1))
    problem = answer(ValidationProblem, wrong.parsed)
    form = SubscriptionForm.from_dict(
        {
            "hub.callback": "https://subscriber.example/websub",
            "hub.mode": "subscribe",
            "hub.topic": sys.argv[1] + "/reviews.json",
        }
    )
    hub = request_subscription.sync_detailed(client=client, body=form)
    print(
        json.dumps(
            {
                "matched": search.matched,
                "ids": [review.id for review in search.reviews],
                "since": since.count,
                "changes": [f"{change.kind.value} {change.review.id}" for change in changes.changes],
                "analysed": insights.review_count,
                "trend": insights.temporal.trend,
                "aspects": [aspect.id for aspect in insights.aspects],
                "author": report.review.author,
                "sentiment": report.analysis.sentiment,
                "status": wrong.status_code.value,
                "issues": [[str(issue.in_), *issue.path] for issue in problem.issues],
                "hub": hub.status_code.value,
            }
        )
    )

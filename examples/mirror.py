"""Keeps a copy of `/reviews.json` up to date by `/api/changes`:
`python3 mirror.py http://localhost:8000 reviews.json`"""

import json, os, sys, urllib.error, urllib.request

service, file = sys.argv[1:]


def loaded():
    with urllib.request.urlopen(service + "/reviews.json") as answer:
        return {"cursor": answer.headers["changes-cursor"], **json.load(answer)}


def updated(cursor, copy):
    reviews = {review["id"]: review for review in copy["reviews"]}
    while True:
        try:
            with urllib.request.urlopen(f"{service}/api/changes?limit=1000&cursor={cursor}") as answer:
                page = json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 410:
                raise
            return loaded()
        for change in page["changes"]:
            if change["kind"] == "business":
                copy["business"] = change["business"]
            elif "review" in change:
                reviews[change["id"]] = change["review"]
            else:
                reviews.pop(change["id"], None)
        cursor = page["cursor"]
        if not page["has_more"]:
            newest_first = sorted(reviews.values(), key=lambda one: (one["date"], one["id"]), reverse=True)
            copy.update(cursor=cursor, aggregate_rating=page["aggregate_rating"], reviews=newest_first)
            return copy


def text(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if os.path.exists(file + ".cursor"):
    with open(file + ".cursor") as at, open(file, encoding="utf-8") as copy:
        copy = updated(at.read(), json.load(copy))
else:
    copy = loaded()
head = text({"business": copy["business"], "aggregate_rating": copy["aggregate_rating"]})
lines = ",\n".join(text(review) for review in copy["reviews"]) + ("\n" if copy["reviews"] else "")
with open(file, "w", encoding="utf-8") as out:
    out.write(head[:-1] + ',"reviews":[\n' + lines + "]}\n")
with open(file + ".cursor", "w") as out:
    out.write(copy["cursor"])

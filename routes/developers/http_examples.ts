import { exampleSearch } from "../../domain/queries/example_search.ts";
import { absoluteUrl } from "../../domain/site.ts";
import type { DataContext } from "../pages/frame/page_context.ts";
import { query, word } from "./shell.ts";

/** A command with what it is for. */
export interface Example {
  readonly about: string;
  readonly command: string;
}

/** A request to each path, with values that find something in the published data. */
export function httpExamples({ site, snapshot }: DataContext): readonly Example[] {
  const url = (path: string) => word(absoluteUrl(site, path));
  const get = (about: string, path: string): Example => ({ about, command: `curl -s ${url(path)}` });
  const found = exampleSearch(snapshot);
  const { query: text, min_rating, mentions_technician, mentions_service, aspect, sentiment } = found?.filters ?? {};
  const search = (about: string, parameters: Readonly<Record<string, string | number | undefined>>): Example[] => {
    const given = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const]
    );
    return given.length < Object.keys(parameters).length
      ? []
      : [get(about, `/api/reviews/search?${query(Object.fromEntries(given))}`)];
  };
  return [
    get("The business and its rating", "/api/business"),
    get("The newest reviews", "/api/reviews/search?limit=3"),
    ...search("Words and stars; words match anywhere in the text", { query: text, min_rating, limit: 3 }),
    ...search("Who was there", { mentions_technician, limit: 3 }),
    ...search("What was done", { mentions_service, limit: 3 }),
    ...search("What the analysis found", { aspect, sentiment, limit: 3 }),
    ...found === null ? [] : [
      get("One review, with what was found in it", `/api/reviews/${found.review.id}`),
      get("Everything since a day, to catch up", `/api/reviews/since/${found.review.date}`),
    ],
    get("What the reviews say together: aspects, people, months, questions and answers", "/insights.json"),
    {
      about: "Everything, compressed on the way",
      command: `curl -s --compressed -o reviews.json ${url("/reviews.json")}`,
    },
    get("The feeds, for readers and scripts", "/feed.xml"),
    get("", "/api/feed.json"),
    get("Whether it runs, and since when the data are there", "/healthz"),
    get("The description, from which clients are generated", "/openapi.json"),
  ];
}

/** The next page of a search, by the cursor of its answer; null where there is none. */
export function pagingExample({ site, snapshot }: DataContext): string | null {
  if (snapshot.reviewCount < 3) return null;
  const first = absoluteUrl(site, "/api/reviews/search?limit=2");
  return `cursor=$(curl -s ${word(first)} | sed -n 's/.*"next":"\\([^"]*\\)".*/\\1/p')
curl -s ${word(`${first}&cursor=`)}"$cursor"`;
}

/** A request for what has not changed: 304, and no body. */
export function conditionalExample({ site }: DataContext): string {
  const url = word(absoluteUrl(site, "/reviews.json"));
  return `etag=$(curl -sI ${url} | tr -d '\\r' | sed -n 's/^[Ee][Tt]ag: //p')
curl -s -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $etag" ${url}`;
}

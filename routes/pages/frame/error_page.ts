import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { problem } from "../../../openapi/problem.ts";
import { problemResponse } from "../../answer/problem_response.ts";
import { notLoaded } from "../../answer/with_snapshot.ts";
import { publicHeaders } from "../../answer/public_headers.ts";
import { isBrowser } from "../../request/prefers_type.ts";
import type { Services } from "../../services.ts";
import { pageLanguage } from "../words/page_language.ts";
import { type Markup, markup, NOTHING } from "./markup.ts";
import { pageContext } from "./page_context.ts";
import { pageFrame } from "./page_frame.ts";
import { PAGE_TYPE, PAGE_VARY, pageHeaders } from "./page_headers.ts";
import { readerLocale } from "./reader_locale.ts";

/** Paths of data: what is wrong there is said as JSON to everybody. */
const DATA_PATH = /^\/(?:api|mcp|\.well-known|assets)(?:\/|$)|\.[a-z]+$/;

/** Failures that have words of their own. */
const STATUSES = [400, 404, 410, 500, 503] as const;

/**
 * The answer to a request that fails: a page for a browser that asks for one, a problem as JSON (RFC 9457) for everybody
 * else.
 *
 * @param detail One sentence or two: what is wrong and what to do.
 */
export async function refuse(
  request: Request,
  services: Services,
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  if (!isToldWithPage(request)) return problemResponse(status, detail, { headers: { vary: "Accept", ...headers } });
  const context = pageContext(request, services.site, snapshotOf(services));
  const { words, language } = context.formats;
  const known = STATUSES.find((known) => known === status);
  const heading = known === undefined ? String(problem(status, detail)["title"]) : words[`status_${known}`];
  // The detail is English; where the heading says it in the reader's language, that is enough.
  const isSaid = language !== "en" && known !== undefined && known !== 400;
  const page = pageFrame(context, {
    title: heading,
    description: detail,
    path: null,
    main: markup`<div class="message">
<p class="quiet">${status}</p>
<h1>${heading}</h1>
${isSaid ? NOTHING : markup`<p${language === "en" ? NOTHING : markup` lang="en"`}>${detail}</p>`}
${status === 503 ? NOTHING : markup`<p><a class="button" href="${context.href("/")}">${words.to_reviews}</a></p>`}
</div>`,
  });
  return await failedPage(request, page, status, headers);
}

/** A page with the status of a failure. Not cacheable, because the next request may succeed. */
export async function failedPage(
  { method, headers: asked }: Request,
  page: Markup,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = new TextEncoder().encode(String(await page));
  const all = new Headers(publicHeaders());
  for (const [name, value] of pageHeaders(pageLanguage(readerLocale(asked.get("accept-language"))))) {
    all.set(name, value);
  }
  all.set("content-type", PAGE_TYPE);
  all.set("content-length", String(body.length));
  all.set("cache-control", "no-store");
  all.set("vary", PAGE_VARY);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Response(method === "HEAD" ? null : body, { status, headers: all });
}

/** Answers with a page of the current snapshot; 503 while there is none. */
export function withPageSnapshot(
  request: Request,
  services: Services,
  answer: (snapshot: Snapshot) => Response | Promise<Response>,
): Response | Promise<Response> {
  const snapshot = services.snapshot();
  if (snapshot !== null) return answer(snapshot);
  const { reason, seconds } = notLoaded(services);
  return refuse(request, services, 503, reason, { "retry-after": seconds });
}

function isToldWithPage({ headers, method, url }: Request): boolean {
  return (method === "GET" || method === "HEAD") && isBrowser(headers.get("accept")) &&
    !DATA_PATH.test(new URL(url).pathname);
}

/** The page of a failure is shown without data where these are what fails. */
function snapshotOf({ snapshot }: Services): Snapshot | null {
  try {
    return snapshot();
  } catch {
    return null;
  }
}

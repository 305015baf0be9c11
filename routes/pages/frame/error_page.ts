import type { Place } from "../../../domain/places.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { problem } from "../../../openapi/problem.ts";
import { problemResponse, uncachedResponse } from "../../answer/problem_response.ts";
import { notLoaded } from "../../answer/with_snapshot.ts";
import { isBrowser } from "../../request/prefers_type.ts";
import type { Services } from "../../services.ts";
import type { Formats } from "./formats.ts";
import { pageHtml, pageLanguage, requestLanguage } from "../language/page_language.ts";
import { type Markup, markup, NOTHING } from "./markup.ts";
import { pageContext } from "./page_context.ts";
import { pageFrame } from "./page_frame.ts";
import { PAGE_TYPE, pageHeaders, pageVary } from "./page_headers.ts";

const DATA_PATH = /^\/(?:api|mcp|\.well-known|assets)(?:\/|$)|\.[a-z]+$/;

const STATUSES = [400, 404, 410, 500, 503] as const;

/**
 * Answers a failing request: with a page if a browser asks for one, otherwise with a problem as JSON (RFC 9457).
 *
 * @param detail One or two sentences: what is wrong and what to do. In English, or a function that writes them in the
 * language of the page, and without one that of the problem.
 */
export async function refuse(
  request: Request,
  services: Services,
  status: number,
  detail: string | ((language?: Pick<Formats, "words" | "day">) => string),
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  if (!wantsPage(request)) {
    const text = typeof detail === "string" ? detail : detail();
    return problemResponse(status, text, { headers: { vary: "Accept", ...headers } });
  }
  const context = pageContext(request, services.site, snapshotOf(services));
  const { words, language } = context.formats;
  const known = STATUSES.find((known) => known === status);
  const heading = known === undefined ? String(problem(status, "")["title"]) : words[`status_${known}`];
  const isTranslated = language === "en" || typeof detail !== "string";
  const text = typeof detail === "string" ? detail : detail(context.formats);
  // A heading in the reader's language is clearer than an English detail.
  const isLeftOut = !isTranslated && known !== undefined && known !== 400;
  const page = pageFrame(context, {
    title: heading,
    description: text,
    path: null,
    main: markup`<div class="message">
<p class="quiet">${status}</p>
<h1>${heading}</h1>
${isLeftOut ? NOTHING : markup`<p${isTranslated ? NOTHING : markup` lang="en"`}>${text}</p>`}
${status === 503 ? NOTHING : markup`<p><a class="button" href="/">${words.to_reviews}</a></p>`}
</div>`,
  });
  return await failedPage(request, page, status, headers);
}

/** A page with the status of a failure. Not cacheable, because the next request may succeed. */
export async function failedPage(
  request: Request,
  page: Markup,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { chosen, locale } = requestLanguage(request);
  return uncachedResponse(pageHtml(String(await page), chosen, locale), {
    method: request.method,
    status,
    contentType: PAGE_TYPE,
    headers: { ...Object.fromEntries(pageHeaders(pageLanguage(locale))), vary: pageVary(chosen), ...headers },
  });
}

/** Answers with a page of the current snapshot for a place; 503 while there is none. */
export function withPageSnapshot(
  request: Request,
  services: Services,
  answer: (snapshot: Snapshot) => Response | Promise<Response>,
  place: Place = "pages",
): Response | Promise<Response> {
  const snapshot = services.snapshot(place);
  if (snapshot !== null) return answer(snapshot);
  const { reason, seconds } = notLoaded(services);
  return refuse(request, services, 503, reason, { "retry-after": seconds });
}

function wantsPage({ headers, method, url }: Request): boolean {
  return (method === "GET" || method === "HEAD") && isBrowser(headers.get("accept")) &&
    !DATA_PATH.test(new URL(url).pathname);
}

/** An error page works without data, because the data may be the failure. */
function snapshotOf({ snapshot }: Services): Snapshot | null {
  try {
    return snapshot("pages");
  } catch {
    return null;
  }
}

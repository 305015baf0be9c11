import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { problem } from "../../../openapi/problem.ts";
import { problemResponse } from "../../answer/problem_response.ts";
import { notLoaded } from "../../answer/with_snapshot.ts";
import { uncachedResponse } from "../../answer/make_response.ts";
import { isBrowser } from "../../request/prefers_type.ts";
import type { Services } from "../../services.ts";
import { pageLanguage, readerLocale } from "../language/page_language.ts";
import { type Markup, markup, NOTHING } from "./markup.ts";
import { pageContext } from "./page_context.ts";
import { pageFrame } from "./page_frame.ts";
import { PAGE_TYPE, PAGE_VARY, pageHeaders } from "./page_headers.ts";

/** Paths of data, whose failures are JSON for every client. */
const DATA_PATH = /^\/(?:api|mcp|\.well-known|assets)(?:\/|$)|\.[a-z]+$/;

/** Statuses with their own texts. */
const STATUSES = [400, 404, 410, 500, 503] as const;

/**
 * Answers a failing request: with a page if a browser asks for one, otherwise with a problem as JSON (RFC 9457).
 *
 * @param detail One or two sentences: what is wrong and what to do.
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
  // The detail is English; a heading in the reader's language suffices.
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
  const language = pageLanguage(readerLocale(asked.get("accept-language")));
  return uncachedResponse(String(await page), {
    method,
    status,
    contentType: PAGE_TYPE,
    headers: { ...Object.fromEntries(pageHeaders(language)), vary: PAGE_VARY, ...headers },
  });
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

/** An error page works without data, because the data may be the failure. */
function snapshotOf({ snapshot }: Services): Snapshot | null {
  try {
    return snapshot();
  } catch {
    return null;
  }
}

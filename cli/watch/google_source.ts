import { z } from "zod";
import { type HttpsAnswer, type HttpsClient, retryAfter } from "./https_client.ts";
import { SourceError, type SourcePoll } from "./look.ts";

/** OAuth credentials for reading the reviews of an account (RFC 6749 6). */
export interface GoogleCredentials {
  readonly client_id: string;
  readonly client_secret: string;
  readonly refresh_token: string;
}

/** Base URLs of Google's services. */
export interface GoogleEndpoints {
  readonly token: string;
  /** URL of the API, without the version. */
  readonly api: string;
}

interface GoogleLook {
  readonly client: HttpsClient;
  /** Name of the location, `accounts/ID/locations/ID`. */
  readonly location: string;
  readonly credentials: GoogleCredentials;
  readonly folder: string;
  readonly now: number;
  readonly endpoints?: GoogleEndpoints | undefined;
}

const GOOGLE: GoogleEndpoints = {
  token: "https://oauth2.googleapis.com/token",
  api: "https://mybusiness.googleapis.com",
};

const PAGE_SIZE = 50;
const MOST_PAGES = 2000;
const MOST_PAGE_BYTES = 10_000_000;
const MOST_TOKEN_BYTES = 100_000;

const Token = z.object({ access_token: z.string().min(1) });
const Page = z.object({
  reviews: z.array(z.record(z.string(), z.unknown())).optional(),
  nextPageToken: z.string().optional(),
});
/** `google.rpc.Status`, or the error of OAuth (RFC 6749 5.2). */
const Failure = z.object({
  error: z.union([
    z.string(),
    z.object({
      status: z.string().optional(),
      details: z.array(z.object({ retryDelay: z.string().optional() })).optional(),
    }),
  ]),
});

/**
 * Fetches all reviews of a location from the Business Profile API (`accounts.locations.reviews.list`, version 4), page
 * by page. If one page fails, nothing is imported.
 *
 * @throws {SourceError} If the reviews cannot be fetched.
 */
export async function lookAtGoogle(
  { client, location, credentials, folder, now, endpoints = GOOGLE }: GoogleLook,
): Promise<SourcePoll> {
  const token = await accessToken(client, credentials, endpoints, now);
  const reviews: Readonly<Record<string, unknown>>[] = [];
  const seen = new Set<string>();
  for (let next = "";;) {
    const query = new URLSearchParams({ pageSize: String(PAGE_SIZE), ...next === "" ? {} : { pageToken: next } });
    const answer = await client.request({
      method: "GET",
      url: `${endpoints.api}/v4/${location}/reviews?${query}`,
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      mostBytes: MOST_PAGE_BYTES,
    });
    if (answer.status !== 200) throw refusal(answer, now);
    const page = Page.safeParse(parsed(answer));
    if (!page.success) throw new SourceError("Google's answer is not a page of reviews.");
    reviews.push(...page.data.reviews ?? []);
    next = page.data.nextPageToken ?? "";
    if (next === "") break;
    if (seen.has(next) || seen.size >= MOST_PAGES) {
      throw new SourceError(`Google sent more than ${MOST_PAGES} pages, or one page twice; nothing was imported.`);
    }
    seen.add(next);
  }
  if (reviews.length === 0) return { files: [], memory: null };
  const path = `${folder}/google-reviews.json`;
  await Deno.writeTextFile(path, JSON.stringify({ reviews }));
  return { files: [{ path, shown: "google-reviews.json" }], memory: {} };
}

async function accessToken(
  client: HttpsClient,
  credentials: GoogleCredentials,
  { token }: GoogleEndpoints,
  now: number,
): Promise<string> {
  const { client_id, client_secret, refresh_token } = credentials;
  const form = new URLSearchParams({ grant_type: "refresh_token", client_id, client_secret, refresh_token });
  const answer = await client.request({
    method: "POST",
    url: token,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new TextEncoder().encode(String(form)),
    mostBytes: MOST_TOKEN_BYTES,
  });
  const read = Token.safeParse(parsed(answer));
  if (answer.status === 200 && read.success) return read.data.access_token;
  const failure = Failure.safeParse(parsed(answer));
  const code = failure.success && typeof failure.data.error === "string" ? failure.data.error : null;
  if (code === "invalid_grant") {
    throw new SourceError(
      "Google rejects the refresh token (invalid_grant): authorise the account again.",
    );
  }
  if (code === "invalid_client" || code === "unauthorized_client") {
    throw new SourceError(`Google does not know the application (${code}): check its client id and secret.`);
  }
  throw new SourceError(`Google gives no access token (status ${answer.status}).`, retryAfter(answer, now));
}

function refusal(answer: HttpsAnswer, now: number): SourceError {
  const failure = Failure.safeParse(parsed(answer));
  const told = failure.success && typeof failure.data.error === "object" ? failure.data.error : null;
  const delay = told?.details?.map(({ retryDelay }) => /^(\d{1,6})(?:\.\d+)?s$/.exec(retryDelay ?? "")?.[1]).find(
    Boolean,
  );
  const wait = retryAfter(answer, now) ?? (delay === undefined ? null : Number(delay) * 1000);
  switch (answer.status) {
    case 401:
      return new SourceError("Google rejects the access token (401): check that the scope is business.manage.");
    case 403:
      return new SourceError(
        "Google refuses access (403): the account must manage the location, and the API must be enabled.",
      );
    case 404:
      return new SourceError("Google does not know the location (404).");
    case 429:
      return new SourceError("Google's quota is used up (429).", wait);
    default:
      return new SourceError(`Google answers with ${answer.status}.`, wait);
  }
}

function parsed({ body }: HttpsAnswer): unknown {
  try {
    return body === null ? null : JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

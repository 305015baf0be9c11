import { OperatorError } from "../../domain/operator_error.ts";
import { sentence } from "../../domain/sentences/sentence.ts";
import { z } from "zod";
import { reviewId } from "../../domain/review_id.ts";
import { type HttpsAnswer, type HttpsClient, retryAfter } from "./https_client.ts";
import { SourceError, type SourcePoll } from "./source_poll.ts";

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

/** Access to the reviews of an account. */
export interface GoogleAccess {
  readonly client: Pick<HttpsClient, "request">;
  readonly credentials: GoogleCredentials;
  readonly now: number;
  readonly endpoints?: GoogleEndpoints | undefined;
}

interface GooglePoll extends GoogleAccess {
  /** Name of the location, `accounts/ID/locations/ID`. */
  readonly location: string;
  readonly folder: string;
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
 * Fetches all reviews of a location from the Business Profile API. If one page fails, nothing is imported.
 *
 * @throws {SourceError} If the reviews cannot be fetched.
 */
export async function pollGoogle({ location, folder, ...access }: GooglePoll): Promise<SourcePoll> {
  const reviews = await Array.fromAsync(listedReviews(access, location));
  if (reviews.length === 0) return { files: [], memory: null };
  const path = `${folder}/google-reviews.json`;
  await Deno.writeTextFile(path, JSON.stringify({ reviews }));
  return { files: [{ path, shown: "google-reviews.json" }], memory: {} };
}

/** Lists the reviews of a location page by page (`accounts.locations.reviews.list`, version 4). */
async function* listedReviews(access: GoogleAccess, location: string): AsyncGenerator<Record<string, unknown>> {
  const request = await authorized(access);
  const seen = new Set<string>();
  for (let next = "";;) {
    const query = new URLSearchParams({ pageSize: String(PAGE_SIZE), ...next === "" ? {} : { pageToken: next } });
    const answer = await request("GET", `${location}/reviews?${query}`);
    if (answer.status !== 200) throw refusal(answer, access.now, "location");
    const page = Page.safeParse(parsed(answer));
    if (!page.success) throw new SourceError(sentence("Google's answer is not a page of reviews."));
    yield* page.data.reviews ?? [];
    next = page.data.nextPageToken ?? "";
    if (next === "") return;
    if (seen.has(next) || seen.size >= MOST_PAGES) {
      throw new SourceError(
        sentence("Google's list of reviews does not end after {count} pages.", { count: seen.size + 1 }),
      );
    }
    seen.add(next);
  }
}

/** A review as Google lists it, for its reply. */
interface GoogleReview {
  /** Name of the review, `accounts/ID/locations/ID/reviews/ID`. */
  readonly name: string;
  /** The text of its reply; null without one. */
  readonly reply: string | null;
}

const Listed = z.object({
  reviewId: z.string().optional(),
  name: z.string().optional(),
  reviewReply: z.object({ comment: z.string().optional(), reviewReplyState: z.string().optional() }).optional(),
});

/** Reads and writes the replies to the reviews of some locations. Both functions throw a {@linkcode SourceError}. */
export function googleReplies(access: GoogleAccess, locations: readonly string[]) {
  return {
    /** Finds a review by its ids here; null if no location has it. */
    find: async (ids: readonly string[]): Promise<GoogleReview | null> => {
      for (const location of locations) {
        for await (const review of listedReviews(access, location)) {
          const { reviewId: id, name, reviewReply } = Listed.catch({}).parse(review);
          const native = (id ?? name ?? "").replace(/^.*\//, "");
          // The same id as of an import of this row.
          if (native === "" || !ids.includes(reviewId(["google", native]))) continue;
          return { name: `${location}/reviews/${encodeURIComponent(native)}`, reply: reviewReply?.comment ?? null };
        }
      }
      return null;
    },
    /**
     * Sends a reply, which replaces an earlier one (`accounts.locations.reviews.updateReply`, version 4).
     *
     * @returns True if Google shows it only after a check.
     */
    send: async (name: string, comment: string): Promise<boolean> => {
      const request = await authorized(access);
      const answer = await request("PUT", `${name}/reply`, { comment }).catch((error) => {
        const reason = error instanceof OperatorError ? error.texts[0] ?? "" : error.message;
        throw new SourceError(
          sentence("{reason} Whether Google has the reply is not certain: run it again.", { reason }),
        );
      });
      if (answer.status !== 200) throw refusal(answer, access.now, "review");
      return Listed.shape.reviewReply.safeParse(parsed(answer)).data?.reviewReplyState === "PENDING";
    },
  };
}

/** The functions of {@linkcode googleReplies}. */
export type GoogleReplies = ReturnType<typeof googleReplies>;

/** Returns a function that sends requests to the API with a new access token. */
async function authorized(access: GoogleAccess) {
  const { client, endpoints = GOOGLE } = access;
  const token = await accessToken(access);
  return (method: "GET" | "PUT", path: string, body?: unknown) =>
    client.request({
      method,
      url: `${endpoints.api}/v4/${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        ...body !== undefined && { "content-type": "application/json" },
      },
      ...body !== undefined && { body: new TextEncoder().encode(JSON.stringify(body)) },
      mostBytes: MOST_PAGE_BYTES,
    });
}

async function accessToken({ client, credentials, now, endpoints = GOOGLE }: GoogleAccess): Promise<string> {
  const { client_id, client_secret, refresh_token } = credentials;
  const form = new URLSearchParams({ grant_type: "refresh_token", client_id, client_secret, refresh_token });
  const answer = await client.request({
    method: "POST",
    url: endpoints.token,
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
      sentence("Google rejects the refresh token (invalid_grant): authorise the account again."),
    );
  }
  if (code === "invalid_client" || code === "unauthorized_client") {
    throw new SourceError(
      sentence("Google does not know the application ({code}): check its client id and secret.", { code }),
    );
  }
  throw new SourceError(
    sentence("Google gives no access token (status {status}).", { status: String(answer.status) }),
    retryAfter(answer, now),
  );
}

function refusal(answer: HttpsAnswer, now: number, what: "location" | "review"): SourceError {
  const failure = Failure.safeParse(parsed(answer));
  const failed = failure.success && typeof failure.data.error === "object" ? failure.data.error : null;
  const delay = failed?.details?.map(({ retryDelay }) => /^(\d{1,6})(?:\.\d+)?s$/.exec(retryDelay ?? "")?.[1]).find(
    Boolean,
  );
  const wait = retryAfter(answer, now) ?? (delay === undefined ? null : Number(delay) * 1000);
  switch (answer.status) {
    case 401:
      return new SourceError(
        sentence("Google rejects the access token (401): check that the scope is business.manage."),
      );
    case 403:
      return new SourceError(
        sentence("Google refuses access (403): the account must manage the location, and the API must be enabled."),
      );
    case 404:
      return new SourceError(
        what === "location"
          ? sentence("Google does not know the location (404).")
          : sentence("Google does not know the review (404)."),
      );
    case 429:
      return new SourceError(sentence("Google's quota is used up (429)."), wait);
    default:
      return new SourceError(
        sentence("{host} answers with {status}.", { host: "Google", status: String(answer.status) }),
        wait,
      );
  }
}

function parsed({ body }: HttpsAnswer): unknown {
  try {
    return body === null ? null : JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

import { pollGoogle } from "../../../cli/watch/google_source.ts";
import { httpsClient } from "../../../cli/watch/https_client.ts";
import { pollUrl } from "../../../cli/watch/url_source.ts";

/** Time of the polls. */
export const NOW = Date.parse("2026-11-22T08:00:00Z");
/** Folder of certificates. */
export const TLS = `${import.meta.dirname}/../../fixtures/tls`;

/** A TLS server whose requests a function answers, and a client in a process that trusts its authority. */
export class Stage implements AsyncDisposable {
  readonly requests: { readonly search: string; readonly authorization: string | null }[] = [];
  answer: (request: Request) => Response | Promise<Response> = () => new Response("", { status: 404 });
  readonly folder = Deno.makeTempDirSync({ prefix: "reviews-test-" });
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor() {
    this.#server = Deno.serve({
      hostname: "127.0.0.1",
      port: 0,
      cert: Deno.readTextFileSync(`${TLS}/subscriber.pem`),
      key: Deno.readTextFileSync(`${TLS}/subscriber.key`),
      onListen: () => {},
    }, (request) => {
      const { search } = new URL(request.url);
      this.requests.push({ search, authorization: request.headers.get("authorization") });
      return this.answer(request);
    });
  }

  origin(host = "subscriber.test"): string {
    return `https://${host}:${this.#server.addr.port}`;
  }

  client(allowCidrs: readonly string[] = ["127.0.0.0/8"]) {
    return httpsClient({
      allowCidrs,
      userAgent: "test",
      resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
      caCertificates: [Deno.readTextFileSync(`${TLS}/ca.pem`)],
    });
  }

  /** Polls a path of this server. */
  async url(path: string, memory: Readonly<Record<string, string>> = {}, token: string | null = null) {
    const client = this.client();
    try {
      return await pollUrl({ client, url: this.origin() + path, token, memory, folder: this.folder, now: NOW });
    } finally {
      await client.close();
    }
  }

  /** Polls a location. */
  async google(location = "accounts/1/locations/2") {
    const access = this.access();
    try {
      return await pollGoogle({ ...access, location, folder: this.folder });
    } finally {
      await access.client.close();
    }
  }

  /** Access to this server as to Google. */
  access() {
    const credentials = { client_id: "id", client_secret: "hush", refresh_token: "refresher" };
    const endpoints = { token: `${this.origin()}/token`, api: this.origin() };
    return { client: this.client(), credentials, endpoints, now: NOW };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** The documented API for one location: pages of a few reviews. */
export function standIn(pages: readonly (readonly string[])[]): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/token") {
      const form = new URLSearchParams(await request.text());
      const isRight = form.get("grant_type") === "refresh_token" && form.get("refresh_token") === "refresher" &&
        form.get("client_id") === "id" && form.get("client_secret") === "hush";
      return isRight
        ? Response.json({ access_token: "sesame", expires_in: 3599, token_type: "Bearer" })
        : Response.json({ error: "invalid_grant", error_description: "Token has been revoked." }, { status: 400 });
    }
    if (request.headers.get("authorization") !== "Bearer sesame") {
      return Response.json({ error: { code: 401, status: "UNAUTHENTICATED" } }, { status: 401 });
    }
    if (pathname !== "/v4/accounts/1/locations/2/reviews") {
      return Response.json({ error: { code: 404, status: "NOT_FOUND" } }, { status: 404 });
    }
    const page = Number(searchParams.get("pageToken") ?? "0");
    const reviews = pages[page]?.map((reviewId) => ({ reviewId, starRating: "FIVE", comment: "Quick." }));
    return Response.json({
      ...reviews?.length ? { reviews } : {},
      ...page + 1 < pages.length ? { nextPageToken: String(page + 1) } : {},
    });
  };
}

import { sentence } from "../../domain/sentences/sentence.ts";
import { type HttpsClient, retryAfter } from "./https_client.ts";
import { SourceError, type SourcePoll } from "./source_poll.ts";

interface UrlPoll {
  readonly client: HttpsClient;
  readonly url: string;
  /** Token sent as `Authorization: Bearer`, only to the host of the URL; null for none. */
  readonly token: string | null;
  readonly memory: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly now: number;
}

const MOST_BYTES = 100_000_000;
const MOST_REDIRECTS = 5;

/**
 * Fetches a document unless it is unchanged since the last poll (RFC 9110 13.1.2, 13.1.3). Follows redirects to https
 * URLs only.
 *
 * @throws {SourceError} If the document cannot be fetched.
 */
export async function pollUrl({ client, url, token, memory, folder, now }: UrlPoll): Promise<SourcePoll> {
  const { etag, last_modified, url: remembered } = memory;
  // If the URL of this source has changed, the remembered validators belong to another document.
  const conditions = remembered !== url ? {} : {
    ...etag === undefined ? {} : { "if-none-match": etag },
    ...last_modified === undefined ? {} : { "if-modified-since": last_modified },
  };
  let current = url;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const isOwnHost = new URL(current).origin === new URL(url).origin;
    const answer = await client.request({
      method: "GET",
      url: current,
      headers: { ...conditions, ...token === null || !isOwnHost ? {} : { authorization: `Bearer ${token}` } },
      mostBytes: MOST_BYTES,
    });
    const { status, fields, body } = answer;
    const { hostname } = new URL(current);
    if (status === 304) return { files: [], memory: null };
    if ([301, 302, 303, 307, 308].includes(status)) {
      current = redirected(current, fields["location"]);
      continue;
    }
    if (status !== 200) {
      throw new SourceError(
        sentence("{host} answers with {status}.", { host: hostname, status: String(status) }),
        retryAfter(answer, now),
      );
    }
    if (body === null) {
      const parts = { host: hostname, count: MOST_BYTES / 1_000_000 };
      throw new SourceError(sentence("{host} sends more than {count} MB, which is too much.", parts));
    }
    const name = new URL(url).pathname.split("/").pop()?.replace(/[^\w.-]/g, "_") || "document";
    const path = `${folder}/${name.slice(-100)}`;
    await Deno.writeFile(path, body);
    return {
      files: [{ path, shown: name }],
      memory: {
        url,
        ...fields["etag"] === undefined ? {} : { etag: fields["etag"] },
        ...fields["last-modified"] === undefined ? {} : { last_modified: fields["last-modified"] },
      },
    };
  }
  throw new SourceError(
    sentence("{host} redirects more than {count} times.", { host: new URL(url).hostname, count: MOST_REDIRECTS }),
  );
}

function redirected(from: string, location: string | undefined): string {
  const { hostname } = new URL(from);
  if (location === undefined || !URL.canParse(location, from)) {
    throw new SourceError(sentence("{host} redirects to an address that cannot be used.", { host: hostname }));
  }
  const to = new URL(location, from);
  if (to.protocol === "https:" && to.username === "" && to.password === "") return to.href;
  throw new SourceError(sentence("{host} redirects to an address that is not https.", { host: hostname }));
}

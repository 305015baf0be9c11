import { outboundClient, type OutboundFailure, type OutboundOptions } from "../../outbound/outbound_client.ts";
import { SourceError } from "./look.ts";

/** An HTTP response. */
export interface HttpsAnswer {
  readonly status: number;
  /** Header field values by name in lower case. */
  readonly fields: Readonly<Record<string, string>>;
  /** Null if it exceeds the maximum length. */
  readonly body: Uint8Array | null;
}

/** HTTPS client that connects only to public or explicitly allowed addresses. */
export interface HttpsClient {
  /**
   * @throws {SourceError} If there is no response.
   */
  readonly request: (request: {
    readonly method: "GET" | "POST";
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Uint8Array;
    readonly mostBytes: number;
  }) => Promise<HttpsAnswer>;
  readonly close: () => Promise<void>;
}

const TIMEOUT_MS = 120_000;
const FAILURES: Readonly<Record<OutboundFailure, string>> = {
  timeout: `does not answer within ${TIMEOUT_MS / 1000} seconds`,
  address_not_allowed: "is at an address that is not public; SOURCES_ALLOW_CIDRS allows some",
  name_not_found: "is not found by its name",
  certificate: "has a certificate that is not accepted",
  network: "cannot be reached, or breaks off",
  closed: "closes the connection before it has answered",
};

/** Creates a client; see `outboundClient` for the check of addresses. */
export function httpsClient(
  options:
    & Pick<OutboundOptions, "allowCidrs" | "userAgent" | "resolve">
    & Partial<Pick<OutboundOptions, "caCertificates">>,
): HttpsClient {
  const client = outboundClient({
    caCertificates: [],
    timeoutMilliseconds: TIMEOUT_MS,
    ...options,
  });
  return {
    request: async ({ method, url, headers, body, mostBytes }) => {
      const { href, origin, hostname, pathname, search } = new URL(url);
      const answer = await client.exchange({
        method,
        callback: { text: href, host: hostname, origin },
        target: pathname + search,
        headers: { ...headers, "accept-encoding": "identity" },
        ...body === undefined ? {} : { body },
        readBytes: mostBytes,
        wantsFields: true,
      });
      if (answer.kind === "failed") throw new SourceError(`${hostname} ${FAILURES[answer.failure]}.`);
      return { status: answer.status, fields: answer.fields ?? {}, body: answer.body };
    },
    close: client.close,
  };
}

/** The delay of a `Retry-After` field, in milliseconds (RFC 9110 10.2.3); null without one. */
export function retryAfter({ fields }: Pick<HttpsAnswer, "fields">, now: number): number | null {
  const value = fields["retry-after"];
  if (value === undefined) return null;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

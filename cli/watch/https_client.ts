import { sentence, type SentenceText } from "../../domain/sentences/sentence.ts";
import {
  type OutboundAnswer,
  outboundClient,
  type OutboundFailure,
  type OutboundOptions,
  type OutboundRequest,
} from "../../outbound/outbound_client.ts";
import { retryAfterMilliseconds } from "../../websub/distribution/retries.ts";
import { SourceError } from "./source_poll.ts";

/** An HTTP response. */
export interface HttpsAnswer {
  readonly status: number;
  /** Header field values by name in lower case. */
  readonly fields: Readonly<Record<string, string>>;
  /** Null if it exceeds the maximum length. */
  readonly body: Uint8Array | null;
}

interface HttpsRequest extends Pick<OutboundRequest, "method" | "headers" | "body"> {
  readonly url: string;
  readonly mostBytes: number;
}

/** HTTPS client that connects only to public or explicitly allowed addresses. */
export type HttpsClient = ReturnType<typeof httpsClient>;

const TIMEOUT_MS = 120_000;
const FAILURES = {
  timeout: "{host} does not answer in time.",
  address_not_allowed: "{host} is at an address that is not public; SOURCES_ALLOW_CIDRS allows some.",
  address_limited: "{host} cannot be reached, or breaks off.",
  name_not_found: "{host} is not found by its name.",
  certificate: "{host} has a certificate that is not accepted.",
  network: "{host} cannot be reached, or breaks off.",
  closed: "{host} cannot be reached, or breaks off.",
} as const satisfies Readonly<Record<OutboundFailure, SentenceText>>;

/** Creates a client; see `outboundClient` for the check of addresses. */
export function httpsClient(
  options:
    & Pick<OutboundOptions, "allowCidrs" | "userAgent" | "resolve">
    & Partial<Pick<OutboundOptions, "caCertificates">>,
) {
  const client = outboundClient({
    caCertificates: [],
    timeoutMilliseconds: TIMEOUT_MS,
    ...options,
  });
  return {
    /** @throws {SourceError} If there is no response. */
    request: async ({ method, url, headers, body, mostBytes }: HttpsRequest): Promise<HttpsAnswer> => {
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
      if (answer.kind === "failed") throw failureError(hostname, answer);
      return { status: answer.status, fields: answer.fields ?? {}, body: answer.body };
    },
    close: client.close,
  };
}

function failureError(host: string, { failure, code }: Extract<OutboundAnswer, { kind: "failed" }>): SourceError {
  const reason = sentence(FAILURES[failure], { host });
  const isUnclear = failure === "network" || failure === "certificate";
  return new SourceError(
    isUnclear && code !== undefined ? sentence("{reason} The cause: {code}.", { reason, code }) : reason,
  );
}

/** The delay of a `Retry-After` field, in milliseconds (RFC 9110 10.2.3); null without one. */
export function retryAfter({ fields }: Pick<HttpsAnswer, "fields">, now: number): number | null {
  return retryAfterMilliseconds(fields["retry-after"] ?? null, now);
}

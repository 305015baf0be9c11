import { shortened } from "../../domain/cut_text.ts";
import { absoluteUrl, type Site, TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import { type CallbackUrl, readCallbackUrl } from "./callback_url.ts";
import type { RequestFault, ValueFault } from "./hub_answer.ts";
import type { HubSettings } from "../hub_settings.ts";

/** A subscription or unsubscription request (WebSub 5.1). */
export interface SubscriptionRequest {
  readonly mode: "subscribe" | "unsubscribe";
  readonly path: TopicPath;
  /** The topic's URL exactly as it was sent: the subscriber compares it when the hub verifies the intent. */
  readonly topic: string;
  readonly callback: CallbackUrl;
  /** Lease that the hub grants, in seconds. */
  readonly leaseSeconds: number;
  /** Secret that signs deliveries; null if the subscriber wants no signatures. */
  readonly secret: string | null;
}

const PARAMETERS = new Set(["hub.mode", "hub.topic", "hub.callback", "hub.lease_seconds", "hub.secret"]);
const LONGEST_TOPIC = 512;
const LONGEST_SECRET_BYTES = 199;
const MISSING: ValueFault = { code: "missing", message: "It has to be given." };
const MALFORMED: ValueFault = {
  code: "malformed",
  message: "The value is not percent-encoded UTF-8 (a percent sign itself is written %25).",
};

/**
 * Reads the form-encoded body of a subscription or unsubscription request (WebSub 5.1). Ignores unknown parameters, and
 * lease and secret of an unsubscription.
 *
 * @returns The request, or all its faults, at most one per parameter.
 */
export function readSubscriptionRequest(
  body: string,
  site: Site,
  settings: HubSettings,
): SubscriptionRequest | readonly RequestFault[] {
  const form = formParameters(body, PARAMETERS);
  const faults: RequestFault[] = [];
  function read<T>(
    parameter: string,
    convert: (text: string) => T | ValueFault,
    absent: T | ValueFault = MISSING,
    isIgnored = false,
  ): T | undefined {
    const values = form.get(parameter) ?? [];
    const [text] = values;
    const value = values.length > 1
      ? repeated(values.length)
      : text === undefined || isIgnored
      ? absent
      : text === null
      ? MALFORMED
      : convert(text);
    if (!isFault(value)) return value;
    faults.push({ parameter, ...value });
    return undefined;
  }

  const mode = read("hub.mode", readMode);
  const topic = read("hub.topic", (text) => readTopic(text, site));
  const callback = read<CallbackUrl>("hub.callback", (text) =>
    readCallbackUrl(text, {
      localNames: settings.allowCidrs.length > 0,
      ownOrigin: new URL(site.baseUrl).origin,
    }));
  const { lease } = settings;
  const isEnd = mode === "unsubscribe";
  const leaseSeconds = read("hub.lease_seconds", (text) => readLease(text, lease), lease.default, isEnd);
  const secret = read<string | null>("hub.secret", readSecret, null, isEnd);
  if (
    mode === undefined || topic === undefined || callback === undefined || leaseSeconds === undefined ||
    secret === undefined
  ) return faults;
  return { mode, ...topic, callback, leaseSeconds, secret };
}

function readMode(text: string): SubscriptionRequest["mode"] | ValueFault {
  if (text === "subscribe" || text === "unsubscribe") return text;
  const why = text === "publish" ? "this hub publishes its own topics by itself and takes only" : "allowed are";
  return { code: "invalid", message: `The mode is ${quoted(text)}; ${why} subscribe and unsubscribe.` };
}

function readTopic(text: string, site: Site): Pick<SubscriptionRequest, "path" | "topic"> | ValueFault {
  const href = URL.parse(text)?.href;
  const path = TOPIC_PATHS.find((one) => new URL(absoluteUrl(site, one)).href === href);
  // Limited, because equivalent spellings of a topic can have any length.
  if (path !== undefined && [...text].length <= LONGEST_TOPIC) return { path, topic: text };
  const topics = TOPIC_PATHS.map((one) => absoluteUrl(site, one)).join(", ");
  return {
    code: "invalid",
    message: `The topic is ${quoted(text)}; allowed are, in at most ${LONGEST_TOPIC} characters: ${topics}.`,
  };
}

function readLease(text: string, { min, max }: HubSettings["lease"]): number | ValueFault {
  if (/^[1-9][0-9]*$/.test(text)) return Math.min(Math.max(Number(text), min), max);
  return { code: "invalid", message: `The lease is ${quoted(text)}; allowed is a whole number of seconds from 1 on.` };
}

/** Reads the secret. A fault states its length, never the secret itself. */
function readSecret(text: string): string | ValueFault {
  const { length } = new TextEncoder().encode(text);
  if (length >= 1 && length <= LONGEST_SECRET_BYTES) return text;
  return {
    code: "invalid",
    message: `The secret has ${length} bytes in UTF-8; allowed are 1 to ${LONGEST_SECRET_BYTES}.`,
  };
}

function repeated(times: number): ValueFault {
  return { code: "repeated", message: `It is given ${times} times; give it once.` };
}

function isFault(value: unknown): value is ValueFault {
  return typeof value === "object" && value !== null && "code" in value;
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text, 80));
}

/**
 * Reads the known parameters of an `application/x-www-form-urlencoded` body (URL Standard 5.1) and decodes each once.
 * Ignores unknown parameters, whatever their values (WebSub 5.1). `URLSearchParams` is not used: it replaces a broken
 * escape such as `%FF`, and the hub would call another callback than the subscriber's.
 *
 * @returns The values of each parameter, in their order; null for a value that is not percent-encoded UTF-8.
 */
function formParameters(
  body: string,
  known: ReadonlySet<string>,
): ReadonlyMap<string, readonly (string | null)[]> {
  const found = new Map<string, readonly (string | null)[]>();
  for (const pair of body.split("&")) {
    const at = pair.indexOf("=");
    const name = decoded(at === -1 ? pair : pair.slice(0, at));
    if (name === null || !known.has(name)) continue;
    found.set(name, [...found.get(name) ?? [], decoded(at === -1 ? "" : pair.slice(at + 1))]);
  }
  return found;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

import { z } from "zod";
import { absoluteUrl, type Site, TOPIC_PATHS } from "../domain/site.ts";
import { EXAMPLE_SITE } from "./document.ts";
import { uncachedHeaders } from "./headers.ts";
import { Problem, problemContent, ValidationProblem } from "./problem.ts";

const CALLBACK = "https://subscriber.example/websub?id=7f3a";
const TOPIC = `${EXAMPLE_SITE.baseUrl}/reviews.json`;

/** Maximum length of a form in bytes. */
export const LONGEST_FORM = 8192;

/** Ports of a callback: 443, or 1024 to 65535. */
const PORTS = [
  "443",
  "102[4-9]",
  "10[3-9][0-9]",
  "1[1-9][0-9]{2}",
  "[2-9][0-9]{3}",
  "[1-5][0-9]{4}",
  "6[0-4][0-9]{3}",
  "65[0-4][0-9]{2}",
  "655[0-2][0-9]",
  "6553[0-5]",
];
/** At most ten labels of letters, digits, hyphens and underscores. The last one begins with a letter, so no address fits. */
const HOST = "(?:[a-z0-9_-]{1,63}[.]){0,9}[a-z][a-z0-9_-]{0,62}";
/** Path and query: visible ASCII without `#` and backslash. */
const TARGET = '(?:[/?][!"$-\\[\\]-~]*)?';
const CALLBACK_URL = `^https:[/]{2}${HOST}(?::(?:${PORTS.join("|")}))?${TARGET}$`;

/**
 * Top-level names that each network resolves for itself: RFC 6761 (localhost), RFC 6762 with its appendix G, RFC 7686
 * (onion), RFC 8375 (home.arpa), RFC 9476 (alt), ICANN's reserved corp, home, mail and internal.
 */
const LOCAL_NAMES = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "home[.]arpa",
  "lan",
  "mail",
  "onion",
  "alt",
];
/** Callbacks at names of closed networks: a single label, or one below these names. */
const LOCAL_CALLBACK = `^https:[/]{2}(?:[^/?:.]+|(?:[^/?:]+[.])?(?:${LOCAL_NAMES.join("|")}))(?:[/?:]|$)`;

const CALLBACK_RULES = "Give an https URL of at most 2048 visible ASCII characters, with a host name in lower case, " +
  "with no port, or 443, or one from 1024 on, and without user name, fragment and backslash.";

/** The URL of a topic, in requests to the hub and from it. */
export function topicUrl(site: Site) {
  const topics = TOPIC_PATHS.map((path) => absoluteUrl(site, path));
  return z.enum(topics, { error: `Give one of ${topics.join(", ")}.` }).meta({
    description: 'URL of the topic, as its `Link` with `rel="self"` writes it.',
    examples: [TOPIC],
  });
}

/** Parameters that the hub ignores in an unsubscription, whatever their values (WebSub 5.1). */
export const IGNORED_ON_UNSUBSCRIBE = ["hub.lease_seconds", "hub.secret"] as const;

/**
 * Returns the schema of a subscription or unsubscription request (WebSub 5.1). It allows ASCII alone. So it refuses the
 * U+FFFD that a form parser puts in place of bytes that are not UTF-8.
 *
 * @param allowsLocalNames True to allow callbacks at names of closed networks: `localhost`, `build`, `nas.lan`.
 */
export function subscriptionForm(site: Site, allowsLocalNames: boolean) {
  const form = z.object({
    "hub.callback": z.string({ error: CALLBACK_RULES }).max(2048, CALLBACK_RULES)
      .regex(new RegExp(CALLBACK_URL), { error: CALLBACK_RULES, abort: true })
      .refine((url) => allowsLocalNames || !new RegExp(LOCAL_CALLBACK).test(url), {
        error: "Give a callback at a public host name; this one is a name of closed networks.",
      }).meta({
        not: { pattern: LOCAL_CALLBACK },
        description: "Where to send the topic's content: an `https` URL in ASCII at a public host name in lower case " +
          "(`xn--` for others), on port 443 or from 1024 on, without user name and fragment. Make it unguessable; it " +
          "is kept byte for byte. Names of closed networks are allowed where the operator allows their addresses. The " +
          "name must lead to public addresses: the hub looks it up after its answer.",
        examples: [CALLBACK],
      }),
    "hub.mode": z.enum(["subscribe", "unsubscribe"], {
      error: "Give subscribe or unsubscribe; the hub publishes its topics by itself.",
    }).meta({
      description: "Whether to begin, renew or change a subscription, or to end it.",
      examples: ["subscribe"],
    }),
    "hub.topic": topicUrl(site),
    "hub.lease_seconds": z.string().max(LONGEST_FORM).regex(
      /^(?:[1-9][0-9]*)?$/,
      "Give a whole number of seconds from 1 on.",
    ).optional()
      .meta({
        description: "For how long to subscribe, in seconds. Brought within the bounds of the service, by default " +
          "5 minutes and 15 days; 10 days when it is empty or not given. What was granted comes with the " +
          "verification. Ignored on `unsubscribe`.",
        examples: ["864000"],
      }),
    "hub.secret": z.string().max(LONGEST_FORM).regex(/^[ -~]{1,199}$/, "Give 1 to 199 bytes of printable ASCII.")
      .optional()
      .meta({
        description: "Key of the signatures that come with the content: 1 to 199 bytes of printable ASCII. A renewal " +
          "may change it, and must not leave it out if the subscription has one. Ignored on `unsubscribe`.",
        examples: ["a-long-random-text"],
      }),
  }).meta({ id: "SubscriptionForm", description: "A subscription or unsubscription request (WebSub 5.1)." });
  return z.preprocess(withoutIgnored, form);
}

function withoutIgnored(form: unknown): unknown {
  if (typeof form !== "object" || form === null || Reflect.get(form, "hub.mode") !== "unsubscribe") return form;
  const ignored = new Set<string>(IGNORED_ON_UNSUBSCRIBE);
  return Object.fromEntries(Object.entries(form).filter(([name]) => !ignored.has(name)));
}

/** The parameters of the example request. */
export const EXAMPLE_FORM: Readonly<Record<string, string>> = {
  "hub.mode": "subscribe",
  "hub.topic": TOPIC,
  "hub.callback": CALLBACK,
};

const PlainReason = z.string().max(10_000).meta({
  id: "PlainReason",
  description: "What is wrong and what is allowed, one fault a line.",
});

function errorResponse<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  headers: Parameters<typeof uncachedHeaders>[0] = {},
) {
  return {
    description: `${description} Plain text, or JSON where \`Accept\` prefers it.`,
    headers: uncachedHeaders(headers),
    content: { "text/plain": { schema: PlainReason }, ...problemContent(schema) },
  };
}

/** The responses of the hub to a subscription request (WebSub 5.1.2). */
export const HUB_RESPONSES = {
  202: {
    description: "Accepted; the callback is asked to confirm it after this answer. The body is empty.",
    headers: uncachedHeaders(),
  },
  400: errorResponse("Parameters are missing or wrong; every fault found is listed.", ValidationProblem),
  default: errorResponse(
    "413: the body is larger than 8192 bytes. 415: it is no `application/x-www-form-urlencoded` in UTF-8. 429: a limit " +
      "is reached. 503: nothing can be written to the store. After 429 and 503 the same request may be taken later. " +
      "405 and 500 are JSON only.",
    Problem,
    { Allow: "Allow", "Retry-After": "RetryAfter" },
  ),
};

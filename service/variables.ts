import { DEFAULT_HUB_SETTINGS, HUB_LIMITS, LEAST_LEASE_SECONDS } from "../websub/hub_settings.ts";

/** A variable of the environment. `docs/configuration.md` is written from these. */
export interface Variable {
  /** What it sets, for operators; the first word is in lower case. */
  readonly meaning: string;
  readonly unit?: "seconds" | "megabytes";
  /** Smallest and largest whole number that is allowed. */
  readonly range?: readonly [least: number, most: number];
  /** The words that are allowed. */
  readonly words?: readonly string[];
  /** Value without the variable: a number, one of the words, or a phrase in place of a value. None if absent. */
  readonly default?: number | string;
  readonly example: string;
}

type Variables = Readonly<Record<string, Variable>>;

const [MANY, MOST] = [1_000_000, 999_999_999];
// One year. Lease times in milliseconds stay safe integers.
const LONGEST_LEASE = 31_536_000;
const { lease, retrySeconds, debounceSeconds } = DEFAULT_HUB_SETTINGS;

/** Variables of the service. */
const SERVICE = {
  PORT: { meaning: "port of the listener; 0 lets the system choose", range: [0, 65_535], default: 8000, example: "80" },
  HOST: {
    meaning: "address of the listener",
    default: "127.0.0.1, or 0.0.0.0 with a BASE_URL",
    example: "0.0.0.0",
  },
  BASE_URL: {
    meaning: "public origin of every absolute URL",
    default: "http://localhost and the port",
    example: "https://reviews.example",
  },
  SAMPLE_DATA: {
    meaning: "whether the fictional sample is served until the first import",
    words: ["yes", "no"],
    default: "yes if BASE_URL is unset or names this machine, except on Deno Deploy",
    example: "yes",
  },
  MEMORY_LIMIT: {
    meaning: "available memory",
    unit: "megabytes",
    range: [1, MOST],
    default: "found on Linux: the free memory, or the limit of the container",
    example: "1024",
  },
  KEPT_REVISIONS: {
    meaning: "revisions that the store keeps, the published one included",
    range: [1, 1000],
    default: 30,
    example: "100",
  },
  LOG_LEVEL: {
    meaning: "lowest level of the lines in the log",
    words: ["debug", "info", "warn", "error"],
    default: "info",
    example: "warn",
  },
  LOG_FORMAT: {
    meaning: "form of the log",
    words: ["pretty", "json"],
    default: "pretty on a terminal, json elsewhere",
    example: "json",
  },
  METRICS_ADDR: {
    meaning: "port of `/metrics` on this machine, or address and port ([monitor.md](monitor.md#metrics))",
    example: "9464",
  },
  TRUSTED_PROXIES: {
    meaning: "address ranges whose `X-Forwarded-For` is trusted, separated by commas",
    example: "127.0.0.1/32",
  },
  INDEXNOW_KEY: {
    meaning:
      "key with which search engines are notified of changed pages ([discovery.md](discovery.md#search-engines))",
    example: "3f0c9d2e8a71",
  },
  OPENAI_APPS_CHALLENGE: {
    meaning: "proof for ChatGPT's directory ([assistants.md](assistants.md#be-listed))",
    example: "TOKEN",
  },
  MCP_REGISTRY_AUTH: {
    meaning: "proof for the MCP registry ([assistants.md](assistants.md#be-listed))",
    example: "'v=MCPv1; k=ed25519; p=KEY'",
  },
} as const satisfies Variables;

/** Variables of the connections of clients. */
const CONNECTIONS = {
  MAX_CONNECTIONS: {
    meaning: "open connections",
    range: [1, MOST],
    default: "2000, or what DESCRIPTOR_LIMIT leaves beside the store and the hub",
    example: "500",
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    meaning: "open connections of one client address; 0 is no limit",
    range: [0, MANY],
    default: "a quarter of MAX_CONNECTIONS, at least 16",
    example: "100",
  },
  IDLE_TIMEOUT_SECONDS: {
    meaning: "from an answer to the end of the next header section; set it above the idle time of the proxy",
    unit: "seconds",
    range: [1, 3600],
    default: 75,
    example: "120",
  },
  DESCRIPTOR_LIMIT: {
    meaning: "open files and sockets of the process",
    range: [64, MOST],
    default: "found on Linux (`ulimit -n`), else 1024",
    example: "65536",
  },
} as const satisfies Variables;

/** Variables of the hub. */
const HUB = {
  WEBSUB_LIMITS: {
    meaning: "set of limits on subscribers",
    words: Object.keys(HUB_LIMITS) as (keyof typeof HUB_LIMITS)[],
    default: "standard",
    example: "generous",
  },
  WEBSUB_DEFAULT_LEASE_SECONDS: {
    meaning: "lease of a request that names none",
    unit: "seconds",
    range: [LEAST_LEASE_SECONDS, LONGEST_LEASE],
    default: lease.default,
    example: "86400",
  },
  WEBSUB_MAX_LEASE_SECONDS: {
    meaning: "longest lease",
    unit: "seconds",
    range: [LEAST_LEASE_SECONDS, LONGEST_LEASE],
    default: lease.max,
    example: "2592000",
  },
  WEBSUB_RETRY_SECONDS: {
    meaning: "waits in seconds between all attempts of three deliveries: 2, 5, 8 or up to 29 numbers from 0 to 604800",
    default: retrySeconds.join(),
    example: "30,600,3600,7200,86400",
  },
  WEBSUB_DEBOUNCE_SECONDS: {
    meaning: "quiet time between a change and its distribution",
    unit: "seconds",
    range: [0, 3600],
    default: debounceSeconds,
    example: "10",
  },
  WEBSUB_ALLOW_CIDRS: {
    meaning: "private ranges that callbacks may resolve to, separated by commas; also allows local host names",
    example: "10.0.0.0/8",
  },
  WEBSUB_CA_FILE: {
    meaning: "PEM file with further root certificates for callbacks",
    example: "/etc/reviews/ca.pem",
  },
  DELIVERY_DRIVER: {
    meaning: "how the hub schedules jobs: `queue` (store files only) or `sweep` (rows and timers)",
    words: ["auto", "queue", "sweep"],
    default: "auto",
    example: "sweep",
  },
} as const satisfies Variables;

/** Variables of the store. */
const STORE = {
  KV_PATH: {
    meaning: "the [store](operate.md#storage): a file, `:memory:`, or a URL of KV Connect or PostgreSQL",
    default: ".data/reviews.kv",
    example: "/var/lib/reviews/reviews.kv",
  },
  DENO_KV_ACCESS_TOKEN: { meaning: "token of a store at a URL of KV Connect", example: "TOKEN" },
  "PG*": {
    meaning: "[variables of PostgreSQL](https://www.postgresql.org/docs/15/libpq-envars.html)",
    example: "PGPASSWORD=PASSWORD",
  },
} as const satisfies Variables;

/** Variables of sources, messages and many businesses. */
const OTHERS = {
  SOURCES_FILE: {
    meaning: "file of the [sources](sources.md) to poll; it need not exist",
    default: "KV_PATH with .sources.json after it, if the store is a file",
    example: "/etc/reviews/sources.json",
  },
  SOURCES_INTERVAL_SECONDS: {
    meaning: "time between two polls of a URL or of Google",
    unit: "seconds",
    range: [60, 604_800],
    default: 3600,
    example: "900",
  },
  SOURCES_ALLOW_CIDRS: {
    meaning: "non-public ranges that sources may resolve to, separated by commas",
    example: "10.0.0.0/8",
  },
  GOOGLE_CREDENTIALS_FILE: {
    meaning: "file with the [credentials for Google](sources.md#google-business-profile)",
    example: "/etc/reviews/google.json",
  },
  ALERTS: {
    meaning: "file of the receivers of [messages](alerts.md); it need not exist",
    default: "KV_PATH with .alerts.json after it, if the store is a file",
    example: "/etc/reviews/alerts.json",
  },
  ADMIN_ORIGIN: {
    meaning: "address of the [page for the owner](admin.md#from-anywhere), if it is used from anywhere",
    example: "https://owner.acme.example",
  },
  ADMIN_PORT: {
    meaning: "port of the page for the owner, on this machine alone; 0 lets the system choose",
    range: [0, 65_535],
    default: 8090,
    example: "8091",
  },
  FLEET: {
    meaning: "folder with a folder for each [business](fleet.md)",
    default: "/srv/businesses",
    example: "businesses",
  },
} as const satisfies Variables;

/** Variables of the language model that labels reviews. */
const MODEL = {
  LABELLER_URL: {
    meaning:
      "base URL of the endpoint: https, or http on this machine ([insights.md](insights.md#a-labeller-that-you-bring))",
    example: "http://127.0.0.1:11434/v1",
  },
  LABELLER_MODEL: { meaning: "name of the model there", example: "llama3.1:8b" },
  LABELLER_KEY_FILE: { meaning: "file with the bearer token", example: "/etc/reviews/model-key" },
  LABELLER_MOST_REVIEWS: {
    meaning: "reviews that one run sends, the newest first; the rules read the others",
    range: [0, MANY],
    default: 1000,
    example: "200",
  },
} as const satisfies Variables;

/** Variables of Deno. */
const DENO = {
  "OTEL_*": {
    meaning: "[telemetry](monitor.md#opentelemetry); `OTEL_DENO=true` turns it on",
    example: "OTEL_DENO=true",
  },
} as const satisfies Variables;

/** Every variable that an operator may set, by the heading of its part of `docs/configuration.md`. */
export const VARIABLE_GROUPS = {
  "The service": SERVICE,
  "Connections": CONNECTIONS,
  "The hub": HUB,
  "The store": STORE,
  "Sources, messages, businesses": OTHERS,
  "A language model": MODEL,
  "Telemetry": DENO,
} as const satisfies Readonly<Record<string, Variables>>;

/** The same, by name; `*` stands for any end of a name. */
export const VARIABLES = { ...SERVICE, ...CONNECTIONS, ...HUB, ...STORE, ...OTHERS, ...MODEL, ...DENO } as const;

const IN_LIMITS = "is replaced by WEBSUB_LIMITS, which is standard, generous or none";
const IS_FIXED = "is gone, because nobody needs another value than the usual one";
const IN_CREDENTIALS = "is replaced by GOOGLE_CREDENTIALS_FILE, which names a JSON file with client_id, " +
  "client_secret and refresh_token";

/** Names that no longer set anything, with the end of a sentence about each. A start with one is refused. */
export const REPLACED_VARIABLES: Readonly<Record<string, string>> = {
  WEBSUB_CONCURRENCY: IN_LIMITS,
  WEBSUB_CONCURRENCY_PER_HOST: IN_LIMITS,
  WEBSUB_REQUESTS_PER_MINUTE: IN_LIMITS,
  WEBSUB_PENDING: IN_LIMITS,
  WEBSUB_PENDING_PER_HOST: IN_LIMITS,
  WEBSUB_SUBSCRIPTIONS: IN_LIMITS,
  WEBSUB_SUBSCRIPTIONS_PER_HOST: IN_LIMITS,
  WEBSUB_CALLS_PER_DESTINATION: IN_LIMITS,
  WEBSUB_MEGABYTES_PER_CHANGE: IN_LIMITS,
  WEBSUB_MIN_LEASE_SECONDS: `${IS_FIXED}: ${LEAST_LEASE_SECONDS}`,
  WEBSUB_RESTART_SECONDS: `${IS_FIXED}: ${DEFAULT_HUB_SETTINGS.restartSeconds}`,
  WEBSUB_ATTEMPT_TIMEOUT_SECONDS: `${IS_FIXED}: ${DEFAULT_HUB_SETTINGS.attemptTimeoutSeconds}`,
  HEADERS_TIMEOUT_SECONDS: `${IS_FIXED}: 10`,
  BODY_TIMEOUT_SECONDS: `${IS_FIXED}: 30`,
  SOURCES: "is replaced by SOURCES_FILE, which names a JSON file such as " +
    '[{"folder": "inbox"}, {"url": "https://shop.example/export.csv"}]',
  GOOGLE_CLIENT_ID: IN_CREDENTIALS,
  GOOGLE_CLIENT_SECRET: IN_CREDENTIALS,
  GOOGLE_REFRESH_TOKEN: IN_CREDENTIALS,
  READER_KEY: "is replaced by LABELLER_KEY_FILE, which names a file with the key",
  READER_BATCH: "is gone, because each call has one review",
};

/** Variables that the service reads, without those of its store, and those that it refuses. */
export const SERVICE_VARIABLES: readonly string[] = [
  ...[SERVICE, CONNECTIONS, HUB, DENO, REPLACED_VARIABLES].flatMap((group) => Object.keys(group)),
];

/** True for a variable that an operator sets, and not the system, Deno or the launcher. */
export function isOperatorVariable(name: string): boolean {
  return Object.hasOwn(REPLACED_VARIABLES, name) ||
    Object.keys(VARIABLES).some((known) =>
      known.endsWith("*") ? name.startsWith(known.slice(0, -1)) : name === known && name !== "FLEET"
    );
}

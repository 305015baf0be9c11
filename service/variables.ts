/** Names that no longer set anything, with the end of a sentence about each. A start with one is refused. */
export const REPLACED_VARIABLES: Readonly<Record<string, string>> = {
  READER_URL: "is replaced by LABELLER_URL",
  READER_MODEL: "is replaced by LABELLER_MODEL",
  READER_KEY: "is replaced by LABELLER_KEY_FILE, which names a file with the key",
  READER_KEY_FILE: "is replaced by LABELLER_KEY_FILE",
  READER_MOST_REVIEWS: "is replaced by LABELLER_MOST_REVIEWS",
  READER_BATCH: "is gone, because each call has one review",
  LABELLER_KEY: "is replaced by LABELLER_KEY_FILE, which names a file with the key",
};

/** Variables that the service reads, without those of its store, and those that it refuses; `*` is any end of a name. */
export const SERVICE_VARIABLES: readonly string[] = (
  "PORT HOST BASE_URL SAMPLE_DATA LOG_LEVEL LOG_FORMAT WEBSUB_* DELIVERY_DRIVER TRUSTED_PROXIES OTEL_* MAX_CONNECTIONS " +
  "MAX_CONNECTIONS_PER_ADDRESS DESCRIPTOR_LIMIT MEMORY_LIMIT METRICS_ADDR KEPT_REVISIONS HEADERS_TIMEOUT_SECONDS " +
  "BODY_TIMEOUT_SECONDS IDLE_TIMEOUT_SECONDS INDEXNOW_KEY OPENAI_APPS_CHALLENGE MCP_REGISTRY_AUTH"
).split(" ").concat(Object.keys(REPLACED_VARIABLES));

const OTHERS = ["KV_PATH", "DENO_KV_ACCESS_TOKEN", "PG*", "SOURCES", "SOURCES_*", "GOOGLE_*", "ALERTS", "LABELLER_*"];

/** True for a variable that an operator sets, and not the system, Deno or the launcher. */
export function isOperatorVariable(name: string): boolean {
  return [...SERVICE_VARIABLES, ...OTHERS].some((known) =>
    known.endsWith("*") ? name.startsWith(known.slice(0, -1)) : name === known
  );
}

/** Variables that configure the service, without those of its store; `*` stands for any end of a name. */
export const SERVICE_VARIABLES = (
  "PORT HOST BASE_URL SAMPLE_DATA LOG_LEVEL LOG_FORMAT WEBSUB_* DELIVERY_DRIVER TRUSTED_PROXIES OTEL_* MAX_CONNECTIONS " +
  "MAX_CONNECTIONS_PER_ADDRESS DESCRIPTOR_LIMIT MEMORY_LIMIT METRICS_ADDR KEPT_REVISIONS HEADERS_TIMEOUT_SECONDS " +
  "BODY_TIMEOUT_SECONDS IDLE_TIMEOUT_SECONDS INDEXNOW_KEY OPENAI_APPS_CHALLENGE MCP_REGISTRY_AUTH"
).split(" ");

const OTHERS = ["KV_PATH", "DENO_KV_ACCESS_TOKEN", "PG*", "SOURCES", "SOURCES_*", "GOOGLE_*", "ALERTS", "READER_*"];

/** True for a variable that an operator sets, and not the system, Deno or the launcher. */
export function isOperatorVariable(name: string): boolean {
  return [...SERVICE_VARIABLES, ...OTHERS].some((known) =>
    known.endsWith("*") ? name.startsWith(known.slice(0, -1)) : name === known
  );
}

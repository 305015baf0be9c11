import { wrongValue } from "../configuration_value.ts";
import type { MetricsAddress } from "../metrics_address.ts";
import { keepServing, plainServer, type ServedPort } from "../connections/listener.ts";
import type { Log } from "../log.ts";
import type { Metric } from "./metric.ts";
import { PROMETHEUS_TYPE, prometheusText } from "./prometheus_text.ts";

/**
 * Serves GET `/metrics` on an address of its own, which is not for the public.
 *
 * @param prepare Reads again what the metrics are made of; that it fails is seen from them.
 * @throws {ConfigurationError} If the address cannot be used.
 */
export function serveMetrics(
  { hostname, port }: MetricsAddress,
  metrics: readonly Metric[],
  prepare: () => Promise<unknown>,
  log: Log,
): ServedPort {
  async function answer(request: Request): Promise<Response> {
    if (new URL(request.url).pathname !== "/metrics") return new Response("Only /metrics is here.\n", { status: 404 });
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("Only GET is possible here.\n", { status: 405, headers: { allow: "GET, HEAD" } });
    }
    await prepare().catch(() => {});
    const headers = { "content-type": PROMETHEUS_TYPE, "cache-control": "no-store" };
    return new Response(request.method === "HEAD" ? null : prometheusText(metrics), { headers });
  }
  try {
    return keepServing(port, plainServer(hostname, answer), log);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw wrongValue("METRICS_ADDR", `${hostname}:${port}`, "an address of this machine where nobody else listens");
  }
}

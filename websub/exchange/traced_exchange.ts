import { isTraced, type SpanFacts, traced } from "../../domain/tracing.ts";
import type { OutboundAnswer, OutboundClient, OutboundRequest } from "../../outbound/outbound_client.ts";

/** An exchange with a callback as a span, of which no more than its host is told. */
export function tracedExchange(
  client: OutboundClient,
  request: OutboundRequest,
  name: string,
  facts: SpanFacts,
): Promise<OutboundAnswer> {
  // For itself, so that a delivery costs nothing more where nobody looks on.
  if (!isTraced()) return client.exchange(request);
  const { method, callback: { host } } = request;
  const attributes = { ...facts.attributes, "http.request.method": method, "server.address": host };
  return traced(name, { ...facts, attributes, isClient: true }, async (span) => {
    const answer = await client.exchange(request);
    if (answer.kind === "answered") span.note({ "http.response.status_code": answer.status });
    if (answer.kind === "failed") span.fail(answer.failure);
    else if (answer.status >= 300) span.fail(String(answer.status));
    return answer;
  });
}

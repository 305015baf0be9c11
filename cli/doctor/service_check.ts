import { Sentence, sentence } from "../../domain/sentences/sentence.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";

/** Answer to GET `/healthz`, of this service or another server. */
export interface HealthAnswer {
  readonly status: number;
  /** Served revision; null if the answer names none. */
  readonly revision: string | null;
  /** Reason to be degraded, as a sentence; null if it is not. */
  readonly trouble: string | null;
  /** `Date` of the answer, in milliseconds since 1970 (RFC 9110 6.6.1); null if absent. */
  readonly at: number | null;
}

/** A machine that is busy with an import may take seconds. */
const TIMEOUT_MS = 10_000;
const MOST_BYTES = 100_000;

/** Requests `/healthz`. Resolves to a reason if there was no answer. */
export async function askHealth(origin: string): Promise<HealthAnswer | Sentence> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(new URL("/healthz", origin), { redirect: "manual", signal });
    const text = await beginning(response.body);
    const date = Date.parse(response.headers.get("date") ?? "");
    return { status: response.status, ...healthOf(text), at: Number.isNaN(date) ? null : date };
  } catch (error) {
    if (error instanceof DOMException) {
      return sentence("it does not answer within {count} seconds", { count: TIMEOUT_MS / 1000 });
    }
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return refusal(String(cause instanceof Error ? cause.message : cause));
  }
}

// The settings of a systemd unit are not in the environment of this command.
const OTHER_PORT = "If the service has another port or HOST, name it: PORT=8001 deno task doctor.";

/**
 * Checks the service on this machine.
 *
 * @param published Revision that the store publishes; null if there is none or the store cannot be read.
 */
export function checkService(origin: string, answer: HealthAnswer | Sentence, published: string | null): Finding {
  if (answer instanceof Sentence) {
    return warning(
      "service",
      `No service answers at ${origin}: ${answer}.`,
      `Start it with deno task start. ${OTHER_PORT}`,
    );
  }
  if (answer.revision === null) {
    if (answer.status === 503) {
      return fault("service", `The service at ${origin} has nothing to serve yet.`);
    }
    return warning("service", `Something else answers at ${origin}.`, OTHER_PORT);
  }
  if (answer.trouble !== null) {
    return fault("service", `The service at ${origin} is degraded: ${answer.trouble}`);
  }
  if (published !== null && answer.revision !== published) {
    const text = `The service at ${origin} serves revision ${answer.revision}, and the store publishes ${published}.`;
    return warning("service", text, "Unless an import has just ended, it runs on another store: compare KV_PATH.");
  }
  const what = { none: "no reviews", sample: "the fictional sample" }[answer.revision] ?? "what is published";
  return ok("service", `The service at ${origin} serves ${what}.`);
}

function refusal(reason: string): Sentence {
  if (/refused/i.test(reason)) return sentence("the connection is refused");
  if (/certificate|tls/i.test(reason)) return sentence("its certificate is not accepted");
  if (/dns|lookup|resolve|name or service/i.test(reason)) return sentence("the name is not found");
  return sentence("the connection fails");
}

async function beginning(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  if (body === null) return text;
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_BYTES) break;
  }
  return text;
}

function healthOf(text: string): Pick<HealthAnswer, "revision" | "trouble"> {
  const member = (place: "dataset" | "trouble", name: string): string | null => {
    try {
      const value: unknown = JSON.parse(text)[place][name];
      return typeof value === "string" ? value : null;
    } catch {
      return null;
    }
  };
  return { revision: member("dataset", "revision"), trouble: member("trouble", "reason") };
}

import type { Service } from "./service.ts";
import type { SoakStage } from "./soak_stage.ts";
import { wait } from "./timeline.ts";

/** Completely read answer of a service. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Options of a request. */
export interface ExchangeOptions extends RequestInit {
  /** Name of the request in the report; the method and the path if absent. */
  readonly what?: string;
  /**
   * True if the service accesses the store before it answers. A service that is paused during a write keeps the store
   * locked, and reads wait behind writes.
   */
  readonly needsStore?: boolean;
}

const PATIENCE_MS = 20_000;
const SLOW_MS = 5000;
const KNOWN_AFTER_MS = 1000;
/** Maximum time for a service to notice that it can write again, in milliseconds. */
const WRITES_AGAIN_MS = 15_000;

// Opens a connection for each exchange, because the service may close a kept one just when it is used.
const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });

/**
 * Sends a request to a service. A missing answer is recorded as a fault, unless the service was down or paused
 * meanwhile.
 *
 * @returns The answer; null if there was none.
 */
export async function exchange(
  { findings, timeline }: SoakStage,
  service: Service,
  path: string,
  { what = `GET ${path.split("?")[0]}`, needsStore = false, ...init }: ExchangeOptions = {},
): Promise<Answer | null> {
  const [askedAt, begun] = [Date.now(), performance.now()];
  try {
    const response = await fetch(service.origin + path, { ...init, client, signal: AbortSignal.timeout(PATIENCE_MS) });
    const body = await response.bytes();
    const took = Math.round(performance.now() - begun);
    if (!timeline.touched(askedAt, Date.now(), ["paused"], service.name)) {
      findings.highest(`slowest: ${what}, ms`, took);
      const meanwhile = timeline.during(askedAt, Date.now());
      if (took >= SLOW_MS) {
        findings.highest(`slow: ms, ${findings.time()} ${what} of ${service.name}, ${meanwhile}`, took);
      }
    }
    findings.count(`answered: ${what} ${response.status}`);
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    const after = Math.round(performance.now() - begun);
    // Waits until a death is known: a dying process closes its connections before its end is noticed.
    await wait(KNOWN_AFTER_MS);
    const now = Date.now();
    const isLockedOut = needsStore && timeline.touched(askedAt, now, ["paused"]);
    if (isLockedOut || timeline.touched(askedAt, now, ["down", "paused"], service.name)) {
      findings.count(`excused: ${what}`);
      return null;
    }
    const reason = error instanceof Error ? `${error.message} ${error.cause ?? ""}`.trim() : String(error);
    const text = `${what} of ${service.name} had no answer after ${after} ms: ${reason}`;
    findings.fault("unanswered", `${text}; ${timeline.during(askedAt, now)}.`);
    return null;
  }
}

/**
 * True if an answer states that the service cannot write now. Records a fault unless the disk was full and the answer
 * has `Retry-After`.
 */
export function isRefusedNow({ findings, timeline }: SoakStage, what: string, { status, headers }: Answer): boolean {
  if (status !== 503) return false;
  const now = Date.now();
  findings.count(`refused: ${what} ${status}`);
  if (!timeline.touched(now - WRITES_AGAIN_MS, now, ["full disk"])) {
    const meanwhile = timeline.during(now - 5000, now);
    findings.fault("unanswered", `${what} was refused with 503 though nothing was full; ${meanwhile}.`);
  } else if (headers.get("retry-after") === null) {
    findings.fault("wrong", `${what} was refused with 503 and no Retry-After.`);
  }
  return true;
}

/** Returns the running services in order. */
export function servicesUp({ first, second }: SoakStage): readonly Service[] {
  return [first, second].filter(({ isUp }) => isUp);
}

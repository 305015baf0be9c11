import type { Service } from "../stage/service.ts";
import type { SoakStage } from "../soak_stage.ts";
import { wait } from "../wait.ts";

/** An answer of the service, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** A request of the soak, and what is asked of its answer. */
export interface Exchange {
  /** What the report calls it. */
  readonly what: string;
  readonly path: string;
  readonly init?: RequestInit;
  /**
   * Whether the service asks the store before it answers. A service that stands still in a write has it locked, and what
   * others read waits behind what they want to write.
   */
  readonly needsStore?: boolean;
}

const PATIENCE_MS = 20_000;
const SLOW_MS = 5000;
const KNOWN_AFTER_MS = 1000;
/** A service may need so long to find that it can write again. */
const WRITES_AGAIN_MS = 15_000;

// A connection for each exchange: one that was kept may be closed by the service just when it is used again.
const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });

/**
 * Asks a service. An answer that does not come is a fault unless the service was down or paused meanwhile.
 *
 * @returns The answer; null when there was none.
 */
export async function exchange(
  { findings, timeline }: SoakStage,
  service: Service,
  { what, path, init = {}, needsStore = false }: Exchange,
): Promise<Answer | null> {
  const [askedAt, begun] = [Date.now(), performance.now()];
  try {
    const response = await fetch(service.origin + path, { ...init, client, signal: AbortSignal.timeout(PATIENCE_MS) });
    const body = await response.bytes();
    const took = Math.round(performance.now() - begun);
    if (!timeline.touched(askedAt, Date.now(), ["paused"], service.name)) {
      findings.highest(`slowest: ${what}, ms`, took);
      const told = timeline.told(askedAt, Date.now());
      if (took >= SLOW_MS) findings.highest(`slow: ms, ${findings.time()} ${what} of ${service.name}, ${told}`, took);
    }
    findings.count(`answered: ${what} ${response.status}`);
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    const after = Math.round(performance.now() - begun);
    // A process that dies by itself closes its connections before its end is known.
    await wait(KNOWN_AFTER_MS);
    const isLockedOut = needsStore && timeline.touched(askedAt, Date.now(), ["paused"]);
    if (isLockedOut || timeline.touched(askedAt, Date.now(), ["down", "paused"], service.name)) {
      findings.count(`excused: ${what}`);
    } else {
      const told = timeline.told(askedAt, Date.now());
      findings.fault(
        "unanswered",
        `${what} of ${service.name} had no answer after ${after} ms: ${reason(error)}; ${told}.`,
      );
    }
    return null;
  }
}

/**
 * Whether an answer says that nothing can be written now, as it may while the disk is full or a service stands still and
 * has the store locked; it has to tell when to come again. At any other time that is a fault.
 */
export function isRefusedNow({ findings, timeline }: SoakStage, what: string, { status, headers }: Answer): boolean {
  if (status !== 503) return false;
  const now = Date.now();
  findings.count(`refused: ${what} ${status}`);
  if (!timeline.touched(now - WRITES_AGAIN_MS, now, ["full disk"])) {
    findings.fault(
      "unanswered",
      `${what} was refused with 503 though nothing was full; ${timeline.told(now - 5000, now)}.`,
    );
  } else if (headers.get("retry-after") === null) {
    findings.fault("wrong", `${what} was refused with 503 and no Retry-After.`);
  }
  return true;
}

/** The services that are up, the first one first. */
export function servicesUp({ first, second }: SoakStage): readonly Service[] {
  return [first, second].filter(({ isUp }) => isUp);
}

function reason(error: unknown): string {
  return error instanceof Error ? `${error.message} ${error.cause ?? ""}`.trim() : String(error);
}

import { type ReadVariable } from "./store/kv_location.ts";
import { numberOf, wholeNumber, wrongValue } from "./configuration_value.ts";

/** Limits of client connections. */
export type ConnectionLimits = Readonly<ReturnType<typeof readConnectionLimits>>;

const USUAL_DESCRIPTORS = 1024;

// More would only cost memory, about 30 kB each: idle connections make room for new ones.
const USUAL_CONNECTIONS = 2000;
/** Descriptors for store, log, listener, event loop, worker and sockets being refused. */
const OWN_DESCRIPTORS = 64;
const LEAST_SHARE = 16;
const MOST_KEPT = 1000;
const KEPT_SHARE = 1 / 8;

/** Deadlines of a request. */
export const REQUEST_DEADLINES = {
  /** Time from the connection to the end of the first request's header section. */
  headersMilliseconds: 10_000,
  /** Time from the end of the header section to the answer of a request that has a body. */
  bodyMilliseconds: 30_000,
};

/**
 * Maximum number of idle connections kept for the next exchange with a callback. Each takes a descriptor and 15 to 50 kB,
 * and saves a handshake, a millisecond of processor time.
 *
 * @throws {ConfigurationError} If `DESCRIPTOR_LIMIT` is invalid.
 */
export function keptConnections(variable: ReadVariable): number {
  return Math.min(MOST_KEPT, Math.floor(descriptorLimit(variable) * KEPT_SHARE));
}

function descriptorLimit(variable: ReadVariable): number {
  return numberOf(variable, "DESCRIPTOR_LIMIT", USUAL_DESCRIPTORS);
}

/**
 * Reads the limits of connections.
 *
 * @param outgoing Maximum number of connections that the service opens at once (`mostExchanges` of the hub).
 * @throws {ConfigurationError} For the first variable with an invalid value.
 */
export function readConnectionLimits(
  variable: ReadVariable,
  outgoing: number,
) {
  const descriptors = descriptorLimit(variable);
  // Clients always have half: the hub rarely needs its maximum, and the guard notices when descriptors run out.
  const own = Math.min(OWN_DESCRIPTORS + outgoing, Math.floor(descriptors / 2));
  const room = descriptors - own;
  const wanted = variable("MAX_CONNECTIONS") || String(Math.min(USUAL_CONNECTIONS, room));
  if (/^\d{1,9}$/.test(wanted) && Number(wanted) > room) {
    const allowed =
      `at most ${room}, as the process may have ${descriptors} files open and needs ${own} for other things`;
    throw wrongValue("MAX_CONNECTIONS", wanted, allowed);
  }
  const total = wholeNumber("MAX_CONNECTIONS", wanted, [1, room]);
  const share = Math.max(LEAST_SHARE, Math.floor(total / 4));
  return {
    /** Maximum number of open connections. */
    total,
    /** Maximum number of open connections of one client; 0 for no limit. */
    perAddress: numberOf(variable, "MAX_CONNECTIONS_PER_ADDRESS", share),
    ...REQUEST_DEADLINES,
    /** Time from an answer to the end of the next request's header section. */
    idleMilliseconds: numberOf(variable, "IDLE_TIMEOUT_SECONDS") * 1000,
  };
}

import { wholeNumber, wrongValue } from "./configuration_value.ts";

/** Bounds of the connections of clients. */
export interface ConnectionLimits {
  /** How many may be open. */
  readonly total: number;
  /** How many one client may have open; 0 is no limit. */
  readonly perAddress: number;
  /** Time from the connection to the end of the first request's header section. */
  readonly headersMilliseconds: number;
  /** Time from the end of the header section to the answer of a request that has a body. */
  readonly bodyMilliseconds: number;
  /** Time from an answer to the end of the next request's header section. */
  readonly idleMilliseconds: number;
}

/** How many files and sockets a process may have open where nothing tells: the usual limit of a shell on Linux. */
export const USUAL_DESCRIPTORS = 1024;

// Idle connections are closed when others need their place, so more would only take memory: about 30 kB each.
const USUAL_CONNECTIONS = 2000;
/** Store, log, listener, event loop, worker, and sockets that are being refused. */
const OWN_DESCRIPTORS = 64;
const LEAST_SHARE = 16;
const MOST_KEPT = 1000;
const KEPT_SHARE = 1 / 8;

/**
 * How many connections with callbacks are kept for their next exchange, at most: one takes a descriptor and 15 to 50 kB,
 * and spares the millisecond of processor time of a handshake.
 *
 * @throws {ConfigurationError} If `DESCRIPTOR_LIMIT` is invalid.
 */
export function keptConnections(variable: (name: string) => string | undefined): number {
  return Math.min(MOST_KEPT, Math.floor(descriptorLimit(variable) * KEPT_SHARE));
}

function descriptorLimit(variable: (name: string) => string | undefined): number {
  const value = variable("DESCRIPTOR_LIMIT") || String(USUAL_DESCRIPTORS);
  return wholeNumber("DESCRIPTOR_LIMIT", value, 64, 999_999_999);
}

/**
 * Reads the bounds of connections from environment variables.
 *
 * @param outgoing How many connections the service opens by itself at once.
 * @throws {ConfigurationError} For the first variable with an invalid value.
 */
export function readConnectionLimits(
  variable: (name: string) => string | undefined,
  outgoing: number,
): ConnectionLimits {
  const descriptors = descriptorLimit(variable);
  // Half is left to clients even where the hub may open more: it rarely does, and descriptors that run out are noticed.
  const own = Math.min(OWN_DESCRIPTORS + outgoing, Math.floor(descriptors / 2));
  const room = descriptors - own;
  const wanted = variable("MAX_CONNECTIONS") || String(Math.min(USUAL_CONNECTIONS, room));
  if (/^\d{1,9}$/.test(wanted) && Number(wanted) > room) {
    throw wrongValue(
      "MAX_CONNECTIONS",
      wanted,
      `at most ${room}, as the process may have ${descriptors} files open and needs ${own} for other things`,
    );
  }
  const total = wholeNumber("MAX_CONNECTIONS", wanted, 1, room);
  const milliseconds = (name: string, otherwise: number) =>
    wholeNumber(name, variable(name) || String(otherwise), 1, 3600) * 1000;
  const share = String(Math.max(LEAST_SHARE, Math.floor(total / 4)));
  return {
    total,
    perAddress: wholeNumber(
      "MAX_CONNECTIONS_PER_ADDRESS",
      variable("MAX_CONNECTIONS_PER_ADDRESS") || share,
      0,
      1_000_000,
    ),
    headersMilliseconds: milliseconds("HEADERS_TIMEOUT_SECONDS", 10),
    bodyMilliseconds: milliseconds("BODY_TIMEOUT_SECONDS", 30),
    idleMilliseconds: milliseconds("IDLE_TIMEOUT_SECONDS", 75),
  };
}

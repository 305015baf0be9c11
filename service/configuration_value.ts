import { beginningOf } from "../domain/cut_text.ts";
import { type ReadVariable } from "./store/kv_location.ts";
import { OperatorError } from "../domain/operator_error.ts";
import { X509Certificate } from "node:crypto";

/** An invalid environment variable. The message names the variable, its value and what is allowed. */
export class ConfigurationError extends OperatorError {
  override readonly name = "ConfigurationError";
}

/** Parses a whole number between two inclusive bounds. */
export function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= least && number <= most) return number;
  throw wrongValue(name, value, `a whole number from ${least} to ${most}`);
}

/** Reads a whole number between two inclusive bounds from a variable. */
export function numberOf<Absent extends number | null>(
  variable: ReadVariable,
  name: string,
  absent: Absent,
  least: number,
  most: number,
): number | Absent {
  const value = variable(name);
  return value ? wholeNumber(name, value, least, most) : absent;
}

/** Parses one of the allowed words. */
export function oneOf<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw wrongValue(name, value, `one of ${allowed.join(", ")}`);
}

/** Makes the error for an invalid value. */
export function wrongValue(name: string, value: string, allowed: string): ConfigurationError {
  return new ConfigurationError(`${name} is ${JSON.stringify(beginningOf(value, 200))}; allowed is ${allowed}.`);
}

/** Address of the server of `/metrics`. */
export interface MetricsAddress {
  readonly hostname: string;
  readonly port: number;
}

const LOOPBACK = "127.0.0.1";

/** Address to listen on: `HOST`, else every address with a `BASE_URL`, and this machine alone without. */
export function listenAddress(variable: ReadVariable): string {
  return variable("HOST") || (variable("BASE_URL") ? "0.0.0.0" : LOOPBACK);
}

/**
 * Reads `METRICS_ADDR`: a port on the loopback, or an address and a port.
 *
 * @returns Null if it is not set: then no metrics are served.
 * @throws {ConfigurationError} If it is neither.
 */
export function readMetricsAddress(variable: ReadVariable): MetricsAddress | null {
  const value = variable("METRICS_ADDR");
  if (!value) return null;
  const [, bracketed, plain, digits = ""] =
    /^(?:(?:\[([\da-fA-F:.]+)\]|([A-Za-z\d.-]{1,253})):)?(\d{1,5})$/.exec(value) ??
      [];
  if (digits !== "" && Number(digits) <= 65_535) {
    return { hostname: bracketed ?? plain ?? LOOPBACK, port: Number(digits) };
  }
  const allowed = "a port, or an address and a port, such as 9464, 10.0.0.5:9464 or [::1]:9464";
  throw wrongValue("METRICS_ADDR", value, allowed);
}

/**
 * Reads additional root certificates.
 *
 * @param path A PEM file, or null for none.
 * @param trusted File that Deno itself trusts (`DENO_CERT`). The result is empty if it is the same file.
 * @throws {ConfigurationError} If the file cannot be read or contains no valid certificate.
 */
export async function readCaFile(path: string | null, trusted?: string): Promise<readonly string[]> {
  if (path === null) return [];
  const allowed = "a readable PEM file with at least one certificate";
  const text = await Deno.readTextFile(path).catch(() => null);
  if (text === null) throw wrongValue("WEBSUB_CA_FILE", path, allowed);
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate)) {
    throw wrongValue("WEBSUB_CA_FILE", path, allowed);
  }
  return path === trusted ? [] : certificates;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).fingerprint !== "";
  } catch {
    return false;
  }
}

import { beginningOf } from "../domain/cut_text.ts";
import { type ReadVariable } from "./store/kv_location.ts";
import { OperatorError } from "../domain/operator_error.ts";
import { X509Certificate } from "node:crypto";
import { VARIABLES } from "./variables.ts";

/** An invalid environment variable. The message names the variable, its value and what is allowed. */
export class ConfigurationError extends OperatorError {
  override readonly name = "ConfigurationError";
}

/** Parses a whole number between two inclusive bounds. */
export function wholeNumber(name: string, value: string, [least, most]: Bounds): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= least && number <= most) return number;
  throw wrongValue(name, value, `a whole number from ${least} to ${most}`);
}

type Bounds = readonly [least: number, most: number];
type Names<Part> = { [Name in keyof typeof VARIABLES]: typeof VARIABLES[Name] extends Part ? Name : never }[
  keyof typeof VARIABLES
];

/**
 * Reads a variable that is a whole number.
 *
 * @param absent Value without the variable, instead of its default.
 * @param bounds Inclusive bounds, instead of its range.
 */
export function numberOf(
  variable: ReadVariable,
  name: Names<{ readonly range: Bounds; readonly default: number }>,
): number;
export function numberOf<Absent extends number | null>(
  variable: ReadVariable,
  name: Names<{ readonly range: Bounds }>,
  absent: Absent,
  bounds?: Bounds,
): number | Absent;
export function numberOf(
  variable: ReadVariable,
  name: Names<{ readonly range: Bounds }>,
  absent: number | string | null = VARIABLES[name].default,
  bounds: Bounds = VARIABLES[name].range,
) {
  const value = variable(name);
  return value ? wholeNumber(name, value, bounds) : absent;
}

/** Reads a variable that is one of some words, with its default. */
export function wordOf<Name extends Names<{ readonly words: readonly string[] }>>(variable: ReadVariable, name: Name) {
  type Word = typeof VARIABLES[Name]["words"][number];
  return chosenWord(variable, name) ?? VARIABLES[name].default as Word;
}

/** Reads a variable that is one of some words; null without it. */
export function chosenWord<Name extends Names<{ readonly words: readonly string[] }>>(
  variable: ReadVariable,
  name: Name,
) {
  const value = variable(name);
  if (!value) return null;
  const words: readonly (typeof VARIABLES[Name]["words"][number])[] = VARIABLES[name].words;
  const found = words.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw wrongValue(name, value, `one of ${words.join(", ")}`);
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

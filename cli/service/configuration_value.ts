import { OperatorError } from "../command/operator_error.ts";

/**
 * An invalid environment variable. The message is one sentence that names the variable, its value and what is allowed.
 */
export class ConfigurationError extends OperatorError {
  override readonly name = "ConfigurationError";
}

/** Parses a whole number between two inclusive bounds. */
export function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= least && number <= most) return number;
  throw wrongValue(name, value, `a whole number from ${least} to ${most}`);
}

/** Parses one of some words. */
export function oneOf<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw wrongValue(name, value, `one of ${allowed.join(", ")}`);
}

/** The error for an invalid value. */
export function wrongValue(name: string, value: string, allowed: string): ConfigurationError {
  return new ConfigurationError(`${name} is ${JSON.stringify(value.slice(0, 200))}; allowed is ${allowed}.`);
}

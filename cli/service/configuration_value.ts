import { OperatorError } from "../command/operator_error.ts";

/** A variable with a wrong value. The message is one sentence that names the variable, the value and what is allowed. */
export class ConfigurationError extends OperatorError {
  override readonly name = "ConfigurationError";
}

/** Reads a whole number between two bounds, both inclusive. */
export function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= least && number <= most) return number;
  throw wrongValue(name, value, `a whole number from ${least} to ${most}`);
}

/** Reads one of some words. */
export function oneOf<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw wrongValue(name, value, `one of ${allowed.join(", ")}`);
}

/** The error for a wrong value. */
export function wrongValue(name: string, value: string, allowed: string): ConfigurationError {
  return new ConfigurationError(`${name} is ${JSON.stringify(value.slice(0, 200))}; allowed is ${allowed}.`);
}

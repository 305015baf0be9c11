import { wrongValue } from "./configuration_value.ts";

/** Where `/metrics` is served. */
export interface MetricsAddress {
  readonly hostname: string;
  readonly port: number;
}

const LOOPBACK = "127.0.0.1";

/**
 * Reads `METRICS_ADDR`: a port of this machine's own loopback, or an address and a port.
 *
 * @returns null where it is not set: then there are no metrics to fetch.
 * @throws {ConfigurationError} If it is neither.
 */
export function readMetricsAddress(variable: (name: string) => string | undefined): MetricsAddress | null {
  const value = variable("METRICS_ADDR");
  if (!value) return null;
  const [, bracketed, plain, digits = ""] =
    /^(?:(?:\[([\da-fA-F:.]+)\]|([A-Za-z\d.-]{1,253})):)?(\d{1,5})$/.exec(value) ??
      [];
  if (digits !== "" && Number(digits) <= 65_535) {
    return { hostname: bracketed ?? plain ?? LOOPBACK, port: Number(digits) };
  }
  throw wrongValue(
    "METRICS_ADDR",
    value,
    "a port, or an address and a port, such as 9464, 10.0.0.5:9464 or [::1]:9464",
  );
}

const WEIGHT = /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i;

/** One member of a field such as `Accept` or `Accept-Encoding`. */
export interface WeightedValue {
  /** In lower case, without parameters: `text/html`, `gzip`, `*`. */
  readonly name: string;
  /** From 0 (not acceptable) to 1; 1 if `q` is absent or malformed. */
  readonly weight: number;
}

/** Parses a field with quality values, keeping the order (RFC 9110 12.4.2). An empty field gives one empty name. */
export function weightedValues(field: string): readonly WeightedValue[] {
  return field.split(",").map((member) => {
    const [name = "", ...parameters] = member.split(";");
    const weight = parameters.map((text) => WEIGHT.exec(text)?.[1]).find((found) => found !== undefined);
    return { name: name.trim().toLowerCase(), weight: Number(weight ?? 1) };
  });
}

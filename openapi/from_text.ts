import { z } from "zod";

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** An object schema with the same fields, read from strings. */
export type FromText<Shape extends z.core.$ZodShape> = z.ZodObject<
  { [Key in keyof Shape]: z.ZodType<z.output<Shape[Key]>, string | undefined> },
  z.core.$strip
>;

/**
 * Makes an object schema parse its fields from query or path strings, and only in the spelling that the API description
 * allows: `5` is an integer; `05`, `+5`, `5.0` and ` 5` stay strings and are refused. zod's coercion accepts all of
 * these.
 */
export function fromText<Shape extends z.core.$ZodShape>(object: z.ZodObject<Shape>): FromText<Shape> {
  const fields = Object.entries(object.shape).map(([name, field]) => {
    const spelling = spellingOf(field);
    return [
      name,
      spelling === null ? field : z.preprocess((value) => read(value, spelling), field),
    ];
  });
  return z.object(Object.fromEntries(fields)) as FromText<Shape>;
}

function read(value: unknown, spelling: RegExp): unknown {
  return typeof value === "string" && spelling.test(value) ? Number(value) : value;
}

/** The spelling of a number field; null for a string field. */
function spellingOf(field: z.core.$ZodType): RegExp | null {
  const { type, innerType } = field._zod.def as z.core.$ZodTypeDef & {
    innerType?: z.core.$ZodType;
  };
  if (innerType !== undefined) return spellingOf(innerType);
  if (type !== "number") return null;
  return (field as z.ZodNumber).format === "safeint" ? INTEGER : NUMBER;
}

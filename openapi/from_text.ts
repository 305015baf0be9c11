import { z } from "zod";

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** An object schema of the same fields, whose values arrive as text. */
export type FromText<Shape extends z.core.$ZodShape> = z.ZodObject<
  { [Key in keyof Shape]: z.ZodType<z.output<Shape[Key]>, string | undefined> },
  z.core.$strip
>;

/**
 * Makes an object schema read its fields from query or path text, and only from the one spelling
 * that the API description allows: `5` is an integer; `05`, `+5`, `5.0` and ` 5` are left as text and
 * so refused. Coercion would have let all of these through.
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

/** How a field's numbers are spelt; null for a field that is text. */
function spellingOf(field: z.core.$ZodType): RegExp | null {
  const { type, innerType } = field._zod.def as z.core.$ZodTypeDef & {
    innerType?: z.core.$ZodType;
  };
  if (innerType !== undefined) return spellingOf(innerType);
  if (type !== "number") return null;
  return (field as z.ZodNumber).format === "safeint" ? INTEGER : NUMBER;
}

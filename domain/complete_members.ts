import { z } from "zod";

/**
 * Fills in members that an operator's file leaves out: with null, an empty list or an empty record, whichever the
 * schema allows. So files may be short while published documents have every key. Other missing members stay missing,
 * for the schema to report.
 */
export function completeMembers(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodNullable) return value === null ? null : completeMembers(inner(schema), value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((element) => completeMembers(schema.element, element));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (schema instanceof z.ZodRecord) {
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, completeMembers(schema.valueType, entry)]),
    );
  }
  if (!(schema instanceof z.ZodObject)) return value;
  const members: Record<string, unknown> = { ...value };
  for (const [name, member] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const given = members[name] ?? absentValue(member);
    if (given !== undefined) members[name] = completeMembers(member, given);
  }
  return members;
}

function absentValue(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodArray) return [];
  return schema instanceof z.ZodRecord ? {} : undefined;
}

function inner(schema: z.ZodNullable<z.core.$ZodType>): z.core.$ZodType {
  return schema.unwrap();
}

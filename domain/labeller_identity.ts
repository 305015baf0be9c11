import { z } from "zod";

/** The language model that labels reviews: its name, and where it runs. Published on `/policy`. */
export const LabellerIdentity = z.strictObject({
  model: z.string().min(1).max(100),
  /** Host of the endpoint; `""` for the business's own machine. */
  host: z.string().max(300),
});

/** The identity that the schema of the same name describes. */
export type LabellerIdentity = Readonly<z.output<typeof LabellerIdentity>>;

import { z } from "zod";

/**
 * An absolute `http:` or `https:` URL of at most 2,048 characters. Other schemes are refused because the value is
 * published: a `javascript:` link in a feed would attack its readers.
 */
export const WebUrl = z.url({
  protocol: /^https?$/,
  error: "Expected an absolute http or https URL",
})
  .max(2048)
  .meta({ pattern: "^https?://" });

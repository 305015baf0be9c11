import { z } from "zod";

/**
 * An absolute `http:` or `https:` URL of at most 2,048 characters. Other schemes are refused because the value is
 * published: a `javascript:` link in a feed would attack its readers. So are user and password, which would be told to
 * everybody or make one host look like another, and control characters.
 */
export const WebUrl = z.url({
  protocol: /^https?$/,
  error: "Expected an absolute http or https URL",
})
  .max(2048)
  .refine(isPlain, "Expected a URL without user, password and control characters")
  .meta({ pattern: "^https?://" });

function isPlain(text: string): boolean {
  if (/\p{Cc}/u.test(text) || !text.isWellFormed() || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

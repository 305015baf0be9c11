import fc from "fast-check";
import { TEST_SITE } from "../service/test_app.ts";
import type { ApiSchema } from "./api_document.ts";
import { parameterText } from "./parameter_text.ts";

/**
 * The callbacks among those of {@linkcode formText} that the hub accepts: `https`, a public host name, an allowed port,
 * then what RFC 3986 allows in path and query.
 */
export const PUBLIC_CALLBACK =
  /^https:\/\/(?:subscriber\.example|bücher\.example|a_b\.example)(?::(?:|443|1024|65535))?(?:[/?][!"$-[\]-~]*)?$/i;

const parts = (...texts: string[]) => fc.constantFrom(...texts);

const callback = fc.oneof(
  fc.tuple(
    parts("https://", "https://", "https://", "HTTPS://", "http://", "https:/", "ftp://", "//", " https://"),
    parts("", "", "", "", "", "user@", "user:password@", "@"),
    parts(
      "subscriber.example",
      "subscriber.example",
      "BÜCHER.example",
      "a_b.example",
      "127.0.0.1",
      "2130706433",
      "[::1]",
    ),
    parts("", "", "", ":", ":443", ":1024", ":65535", ":65536", ":22", ":x"),
    parts("", "/", "/cb", "/cb/%2F?a=b&hub.mode=x", "?", "?id=[1]", "/é", "/a b", "/a\\b", "/a\tb", "#", "/cb#x"),
  ).map((texts) => texts.join("")),
  parts("localhost", "subscriber", "subscriber.local", "subscriber.example.", "", "0x7f.1", "reviews.example")
    .map((host) => `https://${host}/cb`),
  fc.integer({ min: 2040, max: 2056 }).map((length) => "https://subscriber.example/".padEnd(length, "a")),
);

const topic = fc.tuple(
  parts(
    TEST_SITE.baseUrl,
    TEST_SITE.baseUrl,
    "HTTPS://Reviews.Example:443",
    "http://reviews.example",
    "https://other.example",
  ),
  parts(
    "/reviews.json",
    "/api/feed.json",
    "/feed.xml",
    "/x/../feed.xml",
    "/insights.json",
    "/feed.xml?",
    "/feed.xml#x",
    "",
  ),
).map((texts) => texts.join(""));

const longTopic = fc.integer({ min: 505, max: 520 }).map((length) =>
  `${`${TEST_SITE.baseUrl}/`.padEnd(length - 8, "./")}feed.xml`
);

/** Generates values for a parameter of a subscription request: valid ones, near misses and random strings. */
export function formText(name: string, schema: ApiSchema): fc.Arbitrary<string> {
  const any = parameterText({ schema });
  if (name === "hub.callback") return fc.oneof({ weight: 4, arbitrary: callback }, { weight: 1, arbitrary: any });
  if (name !== "hub.topic") return any;
  return fc.oneof({ weight: 4, arbitrary: topic }, { weight: 1, arbitrary: longTopic }, { weight: 1, arbitrary: any });
}

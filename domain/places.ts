import { z } from "zod";
import { foldText } from "./normalize_text.ts";

/**
 * Places that publish reviews: pages with widgets and pictures; the JSON documents with MCP; the feeds; markup and
 * sitemap for search engines.
 */
export const PLACES = ["pages", "api", "feeds", "search_engines"] as const;

/** A place that publishes reviews. */
export type Place = typeof PLACES[number];

const isOn = z.boolean().default(true);
const isAnswer = z.boolean().optional();

/**
 * The member `sources` of a business file: for each source, whether each place publishes its reviews. `unverified` is
 * the answer whether those are published that the source does not verify.
 */
export const SourcesFile = z.record(
  z.string().min(1).max(100),
  z.strictObject({ pages: isOn, api: isOn, feeds: isOn, search_engines: isOn, unverified: isAnswer }),
);

/** Places that leave out a source, by its folded name (see `foldText`). */
export type SwitchedOff = Readonly<Record<string, readonly Place[]>>;

/** Converts `sources` to the places that leave out each source. Search engines never get more than the pages. */
export function switchedOff(sources: z.output<typeof SourcesFile>): SwitchedOff {
  const off = Object.entries(sources).map(([source, on]) => {
    const places = PLACES.filter((place) => !on[place] || place === "search_engines" && !on.pages);
    return [foldText(source), places] as const;
  });
  return Object.fromEntries(off.filter(([, places]) => places.length > 0));
}

/** The answers of `sources` whether unverified reviews are published, by the folded name of the source. */
export function unverifiedIn(sources: z.output<typeof SourcesFile>): Readonly<Record<string, boolean>> {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([source, { unverified }]) =>
      unverified === undefined ? [] : [[foldText(source), unverified]]
    ),
  );
}

/** A source with stored reviews that some places leave out. */
export const LeftOutSource = z.object({
  source: z.string().max(100).meta({ description: "Where the reviews were written." }),
  reviews: z.int().min(0).meta({ description: "How many are left out." }),
  places: z.array(z.enum(PLACES)).max(PLACES.length).meta({
    description: "Which places leave them out: `pages` with widgets, `api` with MCP, `feeds`, `search_engines`.",
  }),
}).meta({ id: "LeftOutSource", description: "Reviews of a source that some places leave out." });

/** The source that the schema of the same name describes. */
export type LeftOutSource = z.output<typeof LeftOutSource>;

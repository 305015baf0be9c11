import type { Site } from "../../../domain/site.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { type Formats, formatsOf } from "./formats.ts";

/** What every page is made from. The same context gives the same bytes. */
export interface PageContext {
  readonly site: Site;
  /** Null on the page that says that nothing is loaded yet, and where the snapshot cannot be had. */
  readonly snapshot: Snapshot | null;
  readonly formats: Formats;
  /** The address of a path of this service inside a page: without the host, so that it holds behind any name. */
  readonly href: (path: string) => string;
}

/** A context with published data. */
export type DataContext = PageContext & { readonly snapshot: Snapshot };

/** The context of a page for readers with a locale. */
export function pageContext<Data extends Snapshot | null>(
  site: Site,
  snapshot: Data,
  locale: string,
): PageContext & { readonly snapshot: Data } {
  const folder = new URL(site.baseUrl).pathname.replace(/\/$/, "");
  return { site, snapshot, formats: formatsOf(locale), href: (path) => folder + path };
}

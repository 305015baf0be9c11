import type { Site } from "../../../domain/site.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { type Formats, formatsOf } from "./formats.ts";
import { readerLocale } from "./reader_locale.ts";

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

/** The context of the page that answers a request. */
export function pageContext<Data extends Snapshot | null>(
  { headers }: Request,
  site: Site,
  snapshot: Data,
): PageContext & { readonly snapshot: Data } {
  const formats = formatsOf(readerLocale(headers.get("accept-language")));
  return { site, snapshot, formats, href: (path) => basePath(site) + path };
}

/** What stands before every path where the service is not at the root of its host; empty otherwise. */
export function basePath({ baseUrl }: Site): string {
  return new URL(baseUrl).pathname.replace(/\/$/, "");
}

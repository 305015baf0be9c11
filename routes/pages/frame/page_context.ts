import type { Site } from "../../../domain/site.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { type Formats, formatsOf } from "./formats.ts";
import type { PageLanguage } from "../../request/page_address.ts";
import { requestLanguage } from "../language/page_language.ts";

/** Input of every page. Equal contexts give equal bytes. */
export interface PageContext {
  readonly site: Site;
  /** Null before a snapshot is loaded, and where it cannot be read. */
  readonly snapshot: Snapshot | null;
  readonly formats: Formats;
  /** Language that the address names (`/de/summary`); null if `Accept-Language` chose. */
  readonly chosen: PageLanguage | null;
}

/** A context with published data. */
export type DataContext = PageContext & { readonly snapshot: Snapshot };

/** The context of the page that answers a request. */
export function pageContext<Data extends Snapshot | null>(
  request: Request,
  site: Site,
  snapshot: Data,
): PageContext & { readonly snapshot: Data } {
  const { chosen, locale } = requestLanguage(request);
  return { site, snapshot, formats: formatsOf(locale), chosen };
}

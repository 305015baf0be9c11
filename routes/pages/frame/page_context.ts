import type { Site } from "../../../domain/site.ts";
import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { tradeWords } from "../../../domain/trades.ts";
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

/** The context of a page in a locale, with the words of the business or its trade for its people and services. */
export function contextIn<Data extends Snapshot | null>(
  locale: string,
  site: Site,
  snapshot: Data,
  chosen: PageLanguage | null = null,
): PageContext & { readonly snapshot: Data } {
  const formats = formatsOf(locale);
  const { words } = formats;
  const {
    technician = words.technician,
    technicians: people = words.people,
    service = words.service,
    services = words.services,
  } = snapshot === null ? {} : tradeWords(snapshot.business, formats.language);
  return {
    site,
    snapshot,
    formats: { ...formats, words: { ...words, technician, people, service, services } },
    chosen,
  };
}

/** The context of the page that answers a request. */
export function pageContext<Data extends Snapshot | null>(
  request: Request,
  site: Site,
  snapshot: Data,
): PageContext & { readonly snapshot: Data } {
  const { chosen, locale } = requestLanguage(request);
  return contextIn(locale, site, snapshot, chosen);
}

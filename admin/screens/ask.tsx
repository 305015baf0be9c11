import { PAGE_LANGUAGES } from "../../routes/request/page_address.ts";
import { Field, type Markup } from "../frame/page.tsx";
import type { Screen, Visit } from "../frame/screen.tsx";
import { ownerLocale } from "../language/admin_language.ts";
import { PAGES } from "./business.tsx";

/** Shows how to ask customers for reviews: the card with its codes, and a text for each platform in four languages. */
export const ask: Screen = { path: "/ask", name: "ask", pages: { "/ask": page } };

function page({ locale: { words, formats: { language, languageName } }, published }: Visit): Markup {
  const { name = "", review_links: links = [] } = published?.business ?? {};
  const languages = [language, ...PAGE_LANGUAGES.filter((one) => one !== language)];
  return (
    <>
      <p class="confirmed">{words.ask_rule}</p>
      {links.length === 0 && (
        <p>
          {words.no_links} <a class="more" href="/business#review_links">{words.business}</a>
        </p>
      )}
      {links.length > 0 && (
        <p>
          <a class="button second" href={`${PAGES}review-card`} target="_blank">{words.open_card}</a>
        </p>
      )}
      {links.map(({ label, url }) => (
        <section class="part form">
          <h2>{label}</h2>
          <p>
            <a class="more" href={url} target="_blank" rel="noopener noreferrer">{url}</a>
          </p>
          {languages.map((one, nth) => {
            const { say } = ownerLocale(one);
            const text = say("ask_text", { business: name, platform: label, url });
            const subject = say("ask_subject", { business: name });
            return (
              <details open={nth === 0}>
                <summary>{languageName(one)}</summary>
                <Field label={words.ask_copy} rows={1} readonly lang={one} value={text} />
                <a class="more" href={`mailto:?${mailQuery(subject, text)}`}>{words.write_mail}</a>
              </details>
            );
          })}
        </section>
      ))}
    </>
  );
}

/** The header fields of a `mailto` address (RFC 6068 2). */
function mailQuery(subject: string, body: string): string {
  return `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll("\n", "\r\n"))}`;
}

import type { OpenAPIHono } from "@hono/zod-openapi";
import encodeQR from "qr";
import type { Markup } from "./pages/frame/markup.ts";
import type { DataContext } from "./pages/frame/page_context.ts";
import { guideStyle } from "./pages/frame/assets.ts";
import { pageFrame } from "./pages/frame/page_frame.ts";
import { phrase, starsOf } from "./pages/frame/formats.ts";
import { preparedPage } from "./pages/frame/respond_page.ts";
import type { Services } from "./services.ts";

const MOST_LINKS = 3;
// Modules of white around a symbol (ISO/IEC 18004 6.3.8).
const QUIET = 4;

/** Registers GET `/review-card`: a card for customers to print, with the addresses where they write a review. */
export function registerPrintCard(app: OpenAPIHono, services: Services): void {
  const page = preparedPage(services, printCardPage);
  app.get("/review-card", ({ req }) => page(req.raw));
}

function printCardPage(context: DataContext): Markup {
  const { snapshot: { business }, formats, formats: { words } } = context;
  const name = <bdi>{business.name}</bdi>;
  const links = business.review_links.slice(0, MOST_LINKS);
  return pageFrame(context, {
    title: words.card_title,
    description: words.card,
    path: "/review-card",
    isListed: false,
    head: guideStyle(),
    main: (
      <>
        <article class="print-card">
          <p>{name}</p>
          <h1>{words.card_heading}</h1>
          {starsOf(formats, 5)}
          <p>{links.length === 0 ? words.no_review_links : phrase(words.card_lead, { name })}</p>
          <ul>
            {links.map(({ url, label }) => (
              <li>
                <a href={url} rel="nofollow noopener">
                  {qrCode(url)}
                  <bdi>{label}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </article>
        {links.length > 0 && (
          <p class="paging">
            <button type="button" data-print hidden>{words.print}</button>
          </p>
        )}
      </>
    ),
  });
}

/** Draws a text as a QR code (ISO/IEC 18004), in modules as units. */
function qrCode(text: string): Markup {
  const rows = encodeQR(text, "raw", { border: QUIET });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => isDark ? [`M${x} ${y}h1v1h-1z`] : [])).join("");
  return (
    <svg viewBox={`0 0 ${rows.length} ${rows.length}`} aria-hidden="true" shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

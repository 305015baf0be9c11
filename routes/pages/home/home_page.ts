import { contentOf } from "../../../domain/dataset/dataset_head.ts";
import { businessData } from "../../../domain/documents/structured_data.ts";
import { bestQuotes } from "../../../domain/queries/best_quotes.ts";
import { aggregateRatingOf, insightsOf } from "../../../domain/queries/snapshot_insights.ts";
import { reviewAt } from "../../../domain/queries/snapshot_reviews.ts";
import type { Review } from "../../../domain/review.ts";
import type { PagePart } from "../../../domain/page_settings.ts";
import { SearchFilters } from "../../../domain/search/search_filters.ts";
import { jsonLd, type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { pageFrame } from "../frame/page_frame.ts";
import { counted, phrase, timeOf } from "../frame/words.ts";
import { FEWEST_MONTHS, monthChart } from "../parts/month_chart.ts";
import { opinionBar, opinionCount } from "../parts/opinion_bar.ts";
import { clippedText, shortName } from "../parts/clip_text.ts";
import { directionOf, proseAttributes, proseOf } from "../parts/prose.ts";
import { ratingFigures } from "../parts/rating_figures.ts";
import { MOST_CARD_TEXT } from "../parts/review_card.ts";
import { trendWords } from "../parts/trend_words.ts";
import { searchWithForm } from "../search/search_results.ts";
import { filled } from "../words/page_language.ts";
import { contactDetails, telephoneLink } from "./contact.ts";
import { namedThingList } from "./named_thing_list.ts";

const MOST_MONTHS = 24;
const MOST_ASPECTS = 8;
// One review says nothing of an aspect.
const FEWEST_MENTIONS = 2;
const FIRST_REVIEWS = 10;

/** The home page: the business, what its reviews say together, the search and the newest reviews. */
export function homePage(context: DataContext): Markup {
  const { snapshot, formats, site } = context;
  const { business } = snapshot;
  const { words } = formats;
  const { rating_value: mean, review_count: count } = aggregateRatingOf(snapshot);
  const rating = mean === null
    ? words.no_reviews
    : filled(words.from_reviews, { stars: formats.stars(mean), reviews: counted(formats, count, "review") });
  const shown = (part: PagePart, make: (context: DataContext) => Markup) =>
    snapshot.pages.hide.includes(part) ? NOTHING : make(context);
  return pageFrame(context, {
    title: null,
    description: `${business.name}: ${rating}. ${business.description ?? ""}`.trim().slice(0, 300),
    path: "/",
    section: "/",
    // Search engines would take an invented rating, or a business without a name, for a real one.
    head: contentOf(snapshot) === "imported"
      ? jsonLd(businessData(business, aggregateRatingOf(snapshot), shownReviews(context), site))
      : NOTHING,
    main: markup`${hero(context)}
${shown("summary", summarySection)}
${shown("quotes", quoteSection)}
<div class="halves">
${shown("trend", trendSection)}
${shown("aspects", aspectSection)}
</div>
${shown("services", (context) => namedThingList(context, "services", words.services))}
${shown("technicians", (context) => namedThingList(context, "technicians", words.people))}
<section class="part browse" aria-labelledby="reviews">
${searchWithForm(context, { ...SearchFilters.parse({}), limit: FIRST_REVIEWS }, {})}
</section>`,
  });
}

/** The reviews that the page shows, as it shows them. */
function shownReviews({ snapshot }: DataContext): readonly Review[] {
  const count = Math.min(FIRST_REVIEWS, snapshot.reviewCount);
  return Array.from({ length: count }, (_, rank) => {
    const review = reviewAt(snapshot, rank);
    return review.text === null ? review : { ...review, text: clippedText(review.text, MOST_CARD_TEXT) ?? review.text };
  });
}

function hero(context: DataContext): Markup {
  const { business, pages } = context.snapshot;
  const { rating_value: mean, review_count: count, distribution } = aggregateRatingOf(context.snapshot);
  // The way in which the business writes itself; this column is of one piece.
  const direction = directionOf(`${business.name} ${business.description ?? ""}`);
  return markup`<div class="hero">
<div dir="${direction}">
${business.category === null ? NOTHING : markup`<p class="category"><bdi>${business.category}</bdi></p>`}
<h1><bdi>${business.name}</bdi></h1>
${business.description === null ? NOTHING : markup`<p class="lead text" dir="auto">${business.description}</p>`}
${actions(context)}
</div>
${count === 0 ? NOTHING : ratingFigures(context, { mean, count, distribution })}
</div>
${pages.hide.includes("contact") ? NOTHING : contactDetails(context)}`;
}

/** What a visitor most likely wants to do next. */
function actions({ snapshot: { business: { telephone }, reviewCount }, formats: { words } }: DataContext): Markup {
  const call = telephone === null ? null : telephoneLink(telephone);
  return markup`<p class="paging">${
    call === null
      ? NOTHING
      : markup`<a class="button" dir="ltr" href="${call}">${
        phrase(words.call, { number: markup`<bdi>${telephone}</bdi>` })
      }</a>`
  } ${reviewCount === 0 ? NOTHING : markup`<a href="#reviews">${words.read_and_search}</a>`}</p>`;
}

function summarySection(context: DataContext): Markup {
  const { snapshot, href, formats: { words } } = context;
  const { summary } = insightsOf(snapshot);
  if (summary === null) return NOTHING;
  return markup`<section class="part" aria-labelledby="summary">
<h2 id="summary">${words.in_short}</h2>
<p class="prose text"${proseAttributes(context, summary)}>${proseOf(summary)}</p>
<p><a href="${href("/summary")}">${words.more_summary}</a></p>
</section>`;
}

function quoteSection(context: DataContext): Markup {
  const { snapshot, href, formats } = context;
  const quotes = bestQuotes(snapshot);
  if (quotes.length === 0) return NOTHING;
  const items = quotes.map(({ text, review }) =>
    markup`<li><figure><blockquote><p${proseAttributes(context, text)}>${text}</p></blockquote><figcaption><a href="${
      href(`/reviews/${review.id}`)
    }"><bdi>${shortName(review.author)}</bdi></a>, <span class="quiet">${
      timeOf(formats, review.date)
    }</span></figcaption></figure></li>\n`
  );
  return markup`<section class="part" aria-labelledby="quotes">
<h2 id="quotes" class="hidden">${formats.words.in_their_words}</h2>
<ul class="quotes">
${items}</ul>
</section>`;
}

function trendSection(context: DataContext): Markup {
  const { temporal } = insightsOf(context.snapshot);
  const { monthly, trend } = temporal;
  if (monthly.length < FEWEST_MONTHS) return NOTHING;
  return markup`<section class="part" aria-labelledby="trend">
<h2 id="trend">${context.formats.words.months}</h2>
${
    trend === null || trend === "insufficient_data"
      ? NOTHING
      : markup`<p class="quiet">${trendWords(context.formats, temporal)}</p>`
  }
${monthChart(context, monthly.slice(-MOST_MONTHS))}
</section>`;
}

function aspectSection(context: DataContext): Markup {
  const { snapshot, href, formats } = context;
  const { words } = formats;
  const { aspects } = insightsOf(snapshot);
  const shown = aspects.filter(({ mention_count }) => mention_count >= FEWEST_MENTIONS).slice(0, MOST_ASPECTS);
  if (shown.length === 0) return NOTHING;
  const items = shown.map((aspect) =>
    markup`<li><p><span><a href="${
      href(`/?aspect=${encodeURIComponent(aspect.id)}`)
    }#reviews"><bdi>${aspect.label}</bdi></a> <span class="quiet">${
      formats.number(aspect.mention_count)
    }<span class="hidden"> ${
      aspect.mention_count === 1 ? "review" : "reviews"
    }:</span></span></span> <span class="quiet">${opinionCount(context, aspect, "positive", words.count_good)}, ${
      opinionCount(context, aspect, "negative", words.count_bad)
    }</span></p>${opinionBar(aspect)}</li>\n`
  );
  return markup`<section class="part" aria-labelledby="aspects">
<h2 id="aspects">${words.subjects}</h2>
<ul class="aspects">
${items}</ul>
<p class="quiet">${words.by_program}</p>
${
    aspects.length > shown.length
      ? markup`<p><a href="${href("/summary")}#aspects">${
        filled(words.all_subjects, { count: formats.number(aspects.length) })
      }</a></p>`
      : NOTHING
  }
</section>`;
}

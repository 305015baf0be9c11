import { ERASING } from "../../domain/dataset/finish_erasure.ts";
import { isOffering } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { readRevisions } from "../../domain/dataset/history.ts";
import { allFindings } from "../../cli/doctor.ts";
import { publishedFigures } from "../../cli/import/import_figures.ts";
import { storedReview } from "../../cli/review/stored_reviews.ts";
import { seriousReviews } from "../../domain/insights/serious_complaints.ts";
import { starsOf } from "../../routes/pages/frame/formats.ts";
import { Findings, type Markup } from "../frame/page.tsx";
import { ReviewList } from "../frame/review_parts.tsx";
import type { Screen, Visit } from "../frame/screen.tsx";
import { changedBy } from "./history.tsx";
import { LOW } from "./reviews.tsx";

/** Shows how things stand, and what needs attention. */
export const start: Screen = { path: "/", name: "start", pages: { "/": page } };

const NEWEST = 3;
/** Number of reviews from which the owner is asked to choose subjects. */
const FEWEST_REVIEWS = 20;
const MOST_SERIOUS = 3;

async function page({ talk, talk: { words, formats }, desk, kv, published }: Visit): Promise<Markup> {
  const add = <a class="button" href="/add">{words.add_reviews}</a>;
  if (published === null) {
    return (
      <>
        <p>{words.about_first}</p>
        <p class="buttons">
          {add}
          <a class="button second" href="/business">{words.business}</a>
        </p>
      </>
    );
  }
  const { business, reviews, taxonomy } = published;
  const { average } = publishedFigures(reviews);
  const records = (await readRevisions(kv)).entries.map(({ record }) => record);
  const last = records.find(({ publication }) => /import|watch/.test(publication?.command ?? ""));
  const low = reviews.filter(({ rating, owner_reply }) => rating <= 2 && owner_reply === null).length;
  const isOpen = reviews.length >= FEWEST_REVIEWS && isOffering(business, taxonomy);
  const serious = seriousReviews(reviews).filter(({ review }) => review.owner_reply === null).slice(0, MOST_SERIOUS);
  const isErasing = (await kv.get(ERASING)).value !== null;
  const findings = await allFindings({ isQuick: true, variable: desk.variable });
  const faults = findings.filter(({ status }) => status !== "ok");
  return (
    <>
      <dl class="cards">
        <div>
          <dt>{words.published_reviews}</dt>
          <dd class="big">{formats.number(reviews.length)}</dd>
        </div>
        <div>
          <dt>{words.average_stars}</dt>
          <dd class="big">{talk.average(average)}</dd>
          <dd>{average !== null && starsOf(formats, average)}</dd>
        </div>
        <div>
          <dt>{words.last_import}</dt>
          <dd>
            {last ? <a class="more" href={`/history/${last.head.number}`}>{talk.time(last.head.published_at)}</a> : "–"}
          </dd>
          <dd class="quiet">{last && changedBy(talk, last)}</dd>
        </div>
      </dl>
      <form method="post" action="/history/undo" class="buttons">
        {add}
        {records.length > 0 && <button class="second">{words.undo_last}</button>}
      </form>
      <section class="part">
        <h2>{words.attention}</h2>
        <Findings found={faults}>
          {serious.map(({ review, kinds: [kind = "theft"] }) => (
            <li>
              <a class="more" href={`/reviews/${review.id}`}>
                {talk.say("serious_review", { day: formats.day(review.date), kind: words[`serious_${kind}`] })}
              </a>
            </li>
          ))}
          {low > 0 && (
            <li>
              <a class="more" href={`/reviews?stars=${LOW}&replied=false&state=published`}>
                {talk.say("unanswered_low", { reviews: talk.reviews(low) })}
              </a>
            </li>
          )}
          {isOpen && (
            <li>
              <a class="more" href="/subjects">{words.choose_subjects}</a>
            </li>
          )}
          {isErasing && <li>{words.erasing}</li>}
          {low === 0 && !isOpen && !isErasing && faults.length === 0 && <li class="ok">{words.no_attention}</li>}
        </Findings>
      </section>
      <section class="part">
        <ReviewList title={words.newest} all={reviews.slice(0, NEWEST).map(storedReview)} link />
        <p>
          <a class="more" href="/reviews">{words.all_reviews}</a>
        </p>
      </section>
    </>
  );
}

/**
 * Keeps a copy of `/reviews.json` up to date by `/api/changes`:
 * `deno run -A mirror.ts http://localhost:8000 reviews.json`
 */

type Review = { id: string; date: string };

const [service = "", file = ""] = Deno.args;
const read = async (path: string) => {
  const answer = await fetch(service + path);
  if (!answer.ok && answer.status !== 410) throw new Error(await answer.text());
  return answer;
};

async function loaded() {
  const answer = await read("/reviews.json");
  return { cursor: answer.headers.get("changes-cursor"), ...await answer.json() };
}

async function updated(cursor: string, copy: { business: object; reviews: Review[] }) {
  let { business, reviews } = copy;
  const byId = new Map(reviews.map((review) => [review.id, review]));
  for (;;) {
    const answer = await read(`/api/changes?limit=1000&cursor=${cursor}`);
    if (answer.status === 410) return await loaded();
    const page = await answer.json();
    for (const { kind, id, review, ...change } of page.changes) {
      if (kind === "business") business = change.business;
      else if (review) byId.set(id, review);
      else byId.delete(id);
    }
    cursor = page.cursor;
    if (page.has_more) continue;
    const key = ({ date, id }: Review) => date + id;
    reviews = [...byId.values()].sort((a, b) => key(a) < key(b) ? 1 : -1);
    return { cursor, business, aggregate_rating: page.aggregate_rating, reviews };
  }
}

const known = await Deno.readTextFile(`${file}.cursor`).catch(() => null);
const { cursor, reviews, ...head } = known === null
  ? await loaded()
  : await updated(known, JSON.parse(await Deno.readTextFile(file)));
const lines = reviews.map((review: Review) => JSON.stringify(review)).join(",\n") + (reviews.length > 0 ? "\n" : "");
await Deno.writeTextFile(file, JSON.stringify(head).slice(0, -1) + `,"reviews":[\n${lines}]}\n`);
await Deno.writeTextFile(`${file}.cursor`, cursor);

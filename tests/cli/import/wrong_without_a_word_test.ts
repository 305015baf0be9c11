import assert from "node:assert/strict";
import {
  fixture,
  importWorkshop,
  mapOf,
  mapOptions,
  needed,
  readText,
  where,
} from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

// Files that an import once misread or skipped without a message.

const OUTSCRAPER =
  "place_id,name,review_id,author_title,review_rating,review_timestamp,review_datetime_utc,review_text\n";

Deno.test("an Outscraper timestamp decides the day; without one, as in every format, the import asks for the order of dates", async () => {
  const row = (stamp: string) => `p,Acme,r1,Ada,5,${stamp},08/01/2024 10:00:00,Good\n`;
  const [stamped] = (await readText("a.csv", OUTSCRAPER + row("1704708000"))).reviews;
  assert.equal(stamped?.date, "2024-01-08");
  const asked = async (name: string, content: string) =>
    (await readText(name, content)).understood[0]?.understanding.doubts.map(({ field, column }) => [field, column]);
  assert.deepEqual(await asked("a.csv", OUTSCRAPER + row("")), [["date-order", "dmy"]]);
  for (const [dateOrder, day] of [["dmy", "2024-01-08"], ["mdy", "2024-08-01"]] as const) {
    assert.equal((await readText("a.csv", OUTSCRAPER + row(""), { dateOrder })).reviews[0]?.date, day);
  }
  const own = JSON.stringify([{ author: "A", rating: 5, date: "03/04/2024", source: "s" }]);
  assert.deepEqual(await asked("a.json", own), [["date-order", "dmy"]]);
  assert.equal((await readText("a.json", own, { dateOrder: "dmy" })).reviews[0]?.date, "2024-04-03");
});

Deno.test("a second place in the files is a question with a list of them, and --place chooses", async () => {
  const rows = ["p1,One,a", "p2,Two,b", "p2,Two,c"].map((begin) => `${begin},Ada,5,1704708000,,Good\n`).join("");
  assert.match(
    await needed(readText("a.csv", OUTSCRAPER + rows)),
    /reviews of 2 places in place_id, .*\n {2}--place p2 {3}Two, 2 reviews\n {2}--place p1 {3}One, 1 review\n {2}--place all {2}/,
  );
  const chosen = await readText("a.csv", OUTSCRAPER + rows, { places: ["p2"] });
  assert.deepEqual([chosen.reviews.length, chosen.place?.name], [2, "Two"]);
  assert.deepEqual([...chosen.skipped], [["of another place", 1]]);
  assert.equal((await readText("a.csv", OUTSCRAPER + rows, { places: ["One"] })).reviews.length, 1);
  assert.equal((await readText("a.csv", OUTSCRAPER + rows, { places: ["all"] })).reviews.length, 3);
  const unknown = await needed(readText("a.csv", OUTSCRAPER + rows, { places: ["p3"] }));
  assert.match(unknown, /^No row names the place "p3" in place_id\. Whose reviews are wanted\?\n {2}--place p2 /);
  // A table of few rows, in which a column may name the place or where the authors live.
  for (const rows of ["Celle Celle Uelzen", "Celle Uelzen"]) {
    const csv = `author,rating,date,location\n${
      rows.split(" ").map((place, n) => `Ann ${n},5,2024-01-0${1 + n},${place}\n`).join("")
    }`;
    const asked = await needed(readText("a.csv", csv));
    assert.match(
      asked,
      /2 places in location[^]*--place Celle [^]*--ignore location +none of these/,
    );
    assert.equal((await readText("a.csv", csv, { ignored: ["location"] })).openPlaces, null);
  }
});

Deno.test("ids of two formats do not make two places, and ids distinguish branches", async () => {
  const row = { name: "Acme", review_id: "1", author_title: "Ada", review_rating: 5, review_timestamp: 1704708000 };
  const branches = [{ ...row, place_id: "p1" }, { ...row, place_id: "p2", review_id: "2" }];
  assert.match(await needed(readText("a.json", JSON.stringify(branches))), /2 places/);
  const google = { starRating: "FIVE", createTime: "2024-01-08T10:00:00Z", reviewer: { displayName: "Ada" } };
  const at = (location: string, id: string) => ({ ...google, name: `accounts/1/locations/${location}/reviews/${id}` });
  assert.match(await needed(readText("a.json", JSON.stringify({ reviews: [at("7", "a"), at("8", "b")] }))), /2 places/);
  assert.equal((await readText("a.json", JSON.stringify({ reviews: [at("7", "a"), at("7", "b")] }))).reviews.length, 2);
});

Deno.test("a column above 5 needs its best rating, which converts it", async () => {
  const csv = "Score,Day\n1,2024-01-01\n9,2024-01-02\n10,2024-01-03\n";
  const map = mapOf("rating=Score,date=Day");
  const { understood: [guessed] } = await readText("a.csv", csv, { map });
  assert.deepEqual(guessed?.understanding.doubts.map(({ field, column, rival }) => [field, column, rival]), [
    ["scale", "10", "5"],
  ]);
  assert.deepEqual((await needed(readText("a.csv", csv, { map, format: "csv" }))).split("\n").slice(1), [
    "  --scale 10  10 becomes five stars",
    "              line 3: 9 is 5 of 5 stars",
    "              line 4: 10 is 5 of 5 stars",
    "  --scale 5   5 becomes five stars",
    "              line 3: 9 is a problem",
    "              line 4: 10 is a problem",
  ]);
  const ten = await readText("a.csv", csv, { map, scale: 10 });
  assert.deepEqual(ten.reviews.map(({ rating }) => rating), [1, 5, 5]);
  assert.deepEqual(ten.reviews.map(({ attributes }) => attributes?.rating_as_given), ["1", "9", "10"]);
  assert.deepEqual([...ten.notes], [["rounded", 2], ["converted", 1]]);
  const five = await readText("a.csv", csv, { map, scale: 5 });
  assert.deepEqual([five.reviews.length, where(five)], [1, [[3, "Score"], [4, "Score"]]]);
});

/** A table of ratings, a day each. */
function ratings(column: string, values: readonly unknown[]): string {
  const rows = values.map((value, n) =>
    `Ann Lee ${n},${value},2024-0${1 + n % 9}-${11 + n % 17},"They came in time, ${n} of them."\n`
  );
  return `Who,${column},Day,Words\n${rows.join("")}`;
}

/** The scale, doubts and faults of a table whose columns are guessed. */
async function scaleOf(column: string, values: readonly unknown[]) {
  const files = await readText("a.csv", ratings(column, values));
  const { format, doubts } = files.understood[0]?.understanding ?? assert.fail();
  return { scale: format.scale, doubts, faults: files.faults.map(({ line, allowed }) => [line, allowed]) };
}

const WIDE = Array.from({ length: 24 }, (_, n) => [10, 9, 8, 7, 3, 1, 6, 10, 5, 9][n % 10] ?? 0);

Deno.test("another scale than 5 needs many different ratings above 5, near its best; a few are a doubt", async () => {
  assert.deepEqual(await scaleOf("Score", [5, 4, 3]), { scale: undefined, doubts: [], faults: [] });
  assert.deepEqual(await scaleOf("Score", WIDE), { scale: 10, doubts: [], faults: [] });
  assert.deepEqual((await scaleOf("Score", WIDE.map((value) => value * 10 - 3))).scale, 100);
  const slip = await scaleOf("Score", [...WIDE, 44]);
  assert.deepEqual(slip, { scale: 10, doubts: [], faults: [[26, "a rating of at most 10, or another --scale"]] });
  assert.deepEqual((await scaleOf("Score out of 10", [9, 3])).doubts, []);
  const doubtful: readonly (readonly [best: string, examples: string, values: readonly number[]])[] = [
    ["100", "44", [5, 4, 44, 5]],
    ["10", "9", [9, 3]],
    ["10", "7, 6", WIDE.map((value) => Math.min(value, 7))],
    ["10", "9, 8, 7, 6", [...WIDE.map((value) => Math.min(value, 5)), 6, 7, 8, 9]],
    ["100", "55, 44", WIDE.map((value) => value > 5 ? 11 * (4 + value % 2) : value)],
  ];
  for (const [column, examples, values] of doubtful) {
    assert.deepEqual((await scaleOf("Score", values)).doubts, [{ field: "scale", column, rival: "5", examples }]);
  }
});

Deno.test("a column of stars has 1 to 5, in each language; what exceeds it is a problem of its row", async () => {
  const names = ["Stars", "starRating", "Sterne", "Sternebewertung", "Étoiles", "Estrellas", "Stelle", "Estrelas"];
  for (const name of [...names, "Aantal sterren"]) {
    const { doubts, faults } = await scaleOf(name, [5, 4, 44, ...WIDE.map((value) => Math.min(value, 5))]);
    assert.deepEqual([doubts, faults], [[], [[4, "a rating of at most 5, or another --scale"]]], name);
  }
  assert.deepEqual((await scaleOf("Stars (1-10)", WIDE)).scale, 10);
});

Deno.test("a yes never accepts a scale that few ratings show, and the preview says the scale", async () => {
  await using shop = await importWorkshop({
    "slip.csv": ratings("Score", [5, 4, 44, 5]),
    "ten.csv": ratings("Points", WIDE),
  });
  const asked = await shop.importing("slip.csv", "--yes");
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /^ {2}rating +Score {2}\(1 to 100\)$/m);
  assert.match(
    asked.stderr,
    /its best rating may be 100 or 5: too few ratings above 5 show it \(44\)\.\n +--scale 100 .*\n +line 4 \(Ann Lee 2\): 44 is 2 of 5 stars\n[^]* --scale 5 /,
  );
  assert.equal(await shop.revision(), null);
  const five = await shop.importing("slip.csv", "--scale", "5", "--yes");
  assert.deepEqual([five.code, five.stderr.includes('slip.csv:4: Score is "44"')], [1, true], five.stderr);
  await shop.imported("slip.csv", "--scale", "5", "--skip-invalid", "--yes");
  const ten = await shop.importing("ten.csv", "--json", "--yes", "--replace-all");
  assert.deepEqual([ten.code, JSON.parse(ten.stdout).plan.kinds[0].scale], [0, 10], ten.stderr);
  await shop.imported("ten.csv");
});

Deno.test("hidden and unpublished rows of every preset are left out", async () => {
  const loox = "id,nickname,rating,date,review,status,productId\n1,Ada,5,2024-01-01,Good,Active,7\n" +
    "2,Bob,1,2024-01-01,Bad,Hidden,7\n";
  const shown = await readText("loox.csv", loox);
  assert.deepEqual([shown.formats, shown.reviews.length, [...shown.skipped]], [["loox"], 1, [["not published", 1]]]);
  const shop = "product_handle,state,rating,title,author,body,created_at\nx,published,5,,Ada,Good,2024-01-01\n" +
    "x,unpublished,1,,Bob,Bad,2024-01-01\n";
  assert.equal((await readText("a.csv", shop)).reviews.length, 1);
});

Deno.test("--source separates two sources with equal ids; without it an import warns", async () => {
  const rows = (name: string) => `id,who,stars,day\n1,${name} A,5,2024-01-01\n2,${name} B,4,2024-01-02\n`;
  await using shop = await importWorkshop({ "a.csv": rows("Ann"), "b.csv": rows("Ben") });
  const map = mapOptions("id=id author=who rating=stars date=day");
  await shop.imported("a.csv", ...map);
  const warned = await shop.imported("b.csv", ...map, "--dry-run");
  assert.match(warned, /^Attention: 2 of 2 known ids now have other authors or days\..* --source/m);
  const named = await shop.imported("b.csv", ...map, "--source", "yelp");
  assert.match(named, /2 new, 0 changed/);
  assert.doesNotMatch(named, /Attention/);
  const { reviews } = await shop.published();
  assert.deepEqual(reviews.map(({ source }) => source).sort(), ["csv", "csv", "yelp", "yelp"]);
});

Deno.test("--merge-duplicates joins a review with two ids into one that both ids find", async () => {
  const ann = { author: "Ann Roe", rating: 5, date: "2024-01-08", text: "Quick.", source: "google" };
  const google = (id: string, more = {}) => ({ ...ann, id, ...more });
  await using shop = await importWorkshop({
    "maps.json": [google("ChZDSUhN", { source_url: "https://maps.example/1" }), google("ChZx", { author: "Bob Poe" })],
    "profile.json": [google("AbFvOq", { owner_reply: { text: "Thanks!", date: "2024-01-09" } })],
  });
  await shop.imported("maps.json");
  assert.match(
    await shop.imported("profile.json", "--dry-run"),
    /^1 review seems to be published twice: .*\(Ann Roe on 2024-01-08, ids .* and .*\)\. --merge-duplicates/m,
  );
  assert.match(
    await shop.imported("profile.json", "--merge-duplicates"),
    /0 new, 1 changed, 0 the same, 0 left out\.\nJoined 1 review with several ids/,
  );
  const { reviews } = await shop.published();
  assert.equal(reviews.length, 2);
  const joined = reviews.find(({ author }) => author === "Ann Roe");
  const members = [joined?.source_url, joined?.owner_reply?.text, joined?.aliases?.length];
  assert.deepEqual(members, ["https://maps.example/1", "Thanks!", 1]);
  for (const name of ["maps.json", "profile.json"]) {
    assert.match(await shop.imported(name), /0 new, 0 changed, . the same, . left out/, name);
  }
});

Deno.test("export --all is one file that restores reviews, business, taxonomy and insights byte for byte", async () => {
  await using shop = await importWorkshop({
    "a.json": [reviewOf({ text: "Quick." })],
    "business.json": { name: "Acme" },
  });
  await shop.importing("a.json", "--business", "business.json", "--taxonomy", "restaurant");
  const all = (await shop.run("export", "--all")).stdout;
  assert.equal(JSON.parse(all).taxonomy, "restaurant");
  const insights = (await shop.run("export", "--insights")).stdout;
  await Deno.writeTextFile(shop.path("all.json"), all);
  await shop.importing("a.json", "--replace", "--taxonomy", "health_care");
  await shop.imported(shop.path("all.json"), "--replace");
  assert.equal((await shop.run("export", "--all")).stdout, all);
  assert.equal((await shop.run("export", "--insights")).stdout, insights);
});

Deno.test("numbered columns of a table are one list", async () => {
  const csv = await Deno.readTextFile(new URL("../../fixtures/import/apify_photos.csv", import.meta.url));
  await using shop = await importWorkshop({ "apify.csv": csv });
  await shop.imported("apify.csv");
  const { reviews: [review] } = await shop.published();
  const photos = [1, 2].map((n) => `https://maps.example.com/photo/${n}`);
  assert.deepEqual(review?.attributes?.photos, photos);
});

Deno.test("days that exist in one order alone are a question if other days exist in the other alone", async () => {
  const csv = "Name,Stars,Date,Comment\nAnn,5,25/06/2024,Good\nBen,4,06/25/2024,Fine\nCem,4,03/04/2024,Well\n";
  await using shop = await importWorkshop({ "days.csv": csv });
  const { code, stderr } = await shop.importing("days.csv", "--yes", "--skip-invalid");
  assert.equal(code, 2);
  assert.equal((await shop.figures("days.csv", "--yes", "--skip-invalid")).plan.effect, null);
  assert.match(
    stderr,
    /days\.csv: its dates .*\n {4}--date-order dmy {2}the day .*\n +line 2 \(Ann\): 25\/06\/2024 is 25 June 2024\n +line 3 \(Ben\): 06\/25\/2024 is a problem/,
  );
  assert.match((await shop.importing("days.csv", "--yes", "--date-order", "dmy")).stderr, /:3: Date is "06\/25\/2024"/);
});

Deno.test("a day in the future names the day that it is in the other order, and two of them show this order", async () => {
  const rows = (days: string) => days.split(" ").map((day, n) => `Name ${n},5,${day},Good`).join("\n");
  const now = new Date("2025-06-15");
  const csv = (days: string) => readText("days.csv", `Name,Stars,Date,Comment\n${rows(days)}`, { now });
  const { faults } = await csv("25/06/2024 01/12/2025 24/12/2024");
  assert.deepEqual(faults.map(({ line, allowed }) => [line, allowed]), [
    [3, "a day that is not in the future; month first, it would be 2025-01-12"],
  ]);
  const question = await needed(csv("25/06/2024 01/12/2025 01/10/2025"));
  assert.match(question, /--date-order dmy [^]*25 June 2024[^]*01\/12\/2025 is a problem[^]*--date-order mdy/);
});

Deno.test("Trustpilot's reported reviews are left out with a reason", async () => {
  const [header = "", ...rows] = (await Deno.readTextFile(fixture("trustpilot_variant.csv"))).split("\n");
  for (const [column, value] of [["Review Status", "Reported"], ["Reported", "Yes"], ["Reported", "2024-04-02"]]) {
    const csv = [`${header};${column}`, `${rows[0]};${value}`, `${rows[1]};`].join("\n");
    const { reviews, skipped } = await readText("trustpilot.csv", csv);
    assert.deepEqual([reviews.length, [...skipped]], [1, [["not published", 1]]], `${column} ${value}`);
  }
});

Deno.test("--map names the field that is near an unknown one, whatever else it lacks", async () => {
  await using shop = await importWorkshop({ "a.csv": "Name,Stars,Date,Comment\nAnn,5,2024-06-25,Good\n" });
  for (const [given, meant] of [["stars", "rating"], ["user", "author"], ["comment", "text"]]) {
    const { code, stderr } = await shop.importing("a.csv", "--map", `${given}=Stars`);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`--map does not know the field "${given}": did you mean ${meant}\\?`));
  }
});

Deno.test("Google's reviewer and reply may be texts, as in tables that somebody made of an export", async () => {
  const csv = "reviewId,reviewer,starRating,comment,createTime,reviewReply\n" +
    'g1,Sabine Berg,FIVE,Warm again.,2024-03-02T09:12:00Z,"Thank you, Mrs Berg!"\n';
  const { reviews: [review], understood } = await readText("google.csv", csv);
  assert.equal(understood[0]?.understanding.format.name, "google-business-profile");
  assert.deepEqual([review?.author, review?.owner_reply?.text], ["Sabine Berg", "Thank you, Mrs Berg!"]);
});

Deno.test("a log of events: what became of a review is asked, and a deletion hides it, with or without its words", async () => {
  const line = (event: string, id: string, more: object) =>
    JSON.stringify({ event: `review.${event}`, id: `rv-${id}`, at: "2024-01-05T09:00:00Z", ...more });
  const words = (nick: string) => ({ stars: 4, nick, body: "Quick and friendly people." });
  const log = [
    line("created", "1", words("Ann")),
    line("deleted", "2", {}),
    line("created", "2", words("Ben")),
    line("created", "3", words("Cem")),
    line("deleted", "3", words("Cem")),
    line("answered", "1", { body: "Thank you, Ann, and see you soon." }),
  ].join("\n");
  await using shop = await importWorkshop({ "log.jsonl": log });
  const asked = await shop.importing("log.jsonl", "--skip-invalid", "--yes");
  assert.deepEqual([asked.code, await shop.revision()], [2, null]);
  assert.match(asked.stderr, /event \("review.created" 3 times[^]*--map status=event /);
  await shop.imported(
    ...["log.jsonl", "--map", "status=event", "--map", "id=id", "--state", "review.created=shown", "--yes"],
  );
  assert.deepEqual(await shop.authors(), ["Ann"]);
  assert.match(await shop.imported("log.jsonl"), /0 new, 0 changed, 1 the same, 5 left out\.\nLeft out 3 rows: not/);
});

Deno.test("where rows have problems, the import lists the other readings as well", async () => {
  const csv = "who,stars one,stars two,day\nIda Roe,3,4,2024-05-01\nOtto Poe,9,2,2024-05-02\n";
  await using shop = await importWorkshop({ "a.csv": csv });
  const { code, stderr } = await shop.importing("a.csv", "--yes");
  assert.equal(code, 1);
  assert.match(stderr, /stars one is "9"[^]*--map 'rating=stars one' [^]*--map 'rating=stars two' [^]*1 of 2 rows/);
});

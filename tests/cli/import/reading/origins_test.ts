import assert from "node:assert/strict";
import type { ReadOptions } from "../../../../cli/import/reading/read_import_files.ts";
import { assertError, fixture, read, readText } from "../../../support/import/import_reading.ts";

/** Expected format and short reviews of a file of one origin. */
interface Origin {
  readonly file: string;
  readonly format: string;
  readonly options?: Partial<ReadOptions>;
  /** Author, stars, day and source of each review, in file order. */
  readonly reviews: readonly (readonly [string, number, string, string])[];
}

const map = (pairs: Readonly<Record<string, string>>) => new Map(Object.entries(pairs));

const ORIGINS: readonly Origin[] = [
  {
    file: "yelp_fusion.json",
    format: "yelp",
    reviews: [["Ella I.", 5, "2024-08-29", "yelp"], ["Yanni I.", 2, "2024-07-11", "yelp"]],
  },
  {
    file: "yelp_open_dataset.json",
    format: "yelp",
    reviews: [["A Yelp user", 3, "2018-07-07", "yelp"], ["A Yelp user", 5, "2012-01-03", "yelp"]],
  },
  {
    file: "yelp_kaggle.csv",
    format: "yelp",
    reviews: [["A Yelp user", 5, "2011-01-26", "yelp"], ["A Yelp user", 4, "2011-07-27", "yelp"]],
  },
  {
    file: "facebook_graph.json",
    format: "facebook",
    reviews: [
      ["Ida Invented", 5, "2024-03-05", "facebook"],
      ["Otto Made-Up", 1, "2024-02-01", "facebook"],
      ["Rosa Invented", 4, "2017-05-01", "facebook"],
    ],
  },
  {
    file: "facebook_apify.json",
    format: "facebook",
    reviews: [["Ida Invented", 5, "2024-05-01", "facebook"], ["Otto Made-Up", 1, "2024-04-01", "facebook"]],
  },
  {
    file: "tripadvisor_content_api.json",
    format: "tripadvisor",
    reviews: [["Invented1", 4, "2024-06-09", "tripadvisor"]],
  },
  { file: "tripadvisor_apify.json", format: "tripadvisor", reviews: [["Ida I", 5, "2024-06-11", "tripadvisor"]] },
  { file: "tripadvisor_apify.csv", format: "tripadvisor", reviews: [["Ida I", 5, "2024-06-11", "tripadvisor"]] },
  {
    file: "booking_extranet.csv",
    format: "booking",
    reviews: [
      ["Ida", 4, "2024-05-14", "booking"],
      ["Otto", 5, "2024-05-02", "booking"],
      ["A guest", 1, "2024-04-30", "booking"],
    ],
  },
  { file: "booking_api.json", format: "booking", reviews: [["Ida", 5, "2024-05-13", "booking"]] },
  { file: "booking_apify.json", format: "booking", reviews: [["Ida", 4, "2024-05-14", "booking"]] },
  {
    file: "booking_515k.csv",
    format: "booking",
    reviews: [["A guest", 1, "2017-08-03", "booking"], ["A guest", 4, "2017-07-31", "booking"]],
  },
  {
    file: "airbnb_apify.json",
    format: "airbnb",
    reviews: [["Ida", 5, "2024-03-20", "airbnb"], ["Otto", 4, "2024-02-02", "airbnb"]],
  },
  { file: "birdeye_api.json", format: "birdeye", reviews: [["Ida I.", 5, "2024-01-08", "Google"]] },
  { file: "podium_api.json", format: "podium", reviews: [["Ida Invented", 5, "2024-01-08", "google"]] },
  { file: "yotpo.csv", format: "yotpo", reviews: [["Ida I.", 5, "2024-02-10", "yotpo"]] },
  { file: "yotpo_api.json", format: "yotpo", reviews: [["Ida I.", 5, "2024-02-10", "yotpo"]] },
  { file: "loox.csv", format: "loox", reviews: [["Ida", 5, "2024-02-10", "loox"]] },
  { file: "okendo.csv", format: "okendo", reviews: [["Ida I.", 5, "2024-02-10", "okendo"]] },
  {
    file: "shopify_app_store.csv",
    format: "shopify-app-store",
    reviews: [
      ["Acme Scarves", 5, "2023-11-05", "shopify-app-store"],
      ["Made-Up Mugs", 2, "2023-10-31", "shopify-app-store"],
    ],
  },
  {
    file: "shopify_product_reviews.csv",
    format: "shopify-product-reviews",
    reviews: [["Ida Invented", 5, "2024-02-10", "shopify"]],
  },
  { file: "woocommerce_api.json", format: "woocommerce", reviews: [["Ida Invented", 5, "2024-10-18", "woocommerce"]] },
  {
    file: "wordpress_comments.csv",
    format: "woocommerce",
    reviews: [["Ida Invented", 5, "2024-10-18", "woocommerce"]],
  },
  { file: "judge_me_api.json", format: "judge-me", reviews: [["Ida Invented", 5, "2024-02-10", "judge-me"]] },
  { file: "trustpilot_api.json", format: "trustpilot", reviews: [["Ida Invented", 4, "2024-01-08", "trustpilot"]] },
  { file: "google_places_new.json", format: "google-places", reviews: [["Ida Invented", 5, "2024-03-01", "google"]] },
  {
    file: "google_places_legacy.json",
    format: "google-places",
    reviews: [["Ida Invented", 5, "2024-03-01", "google"]],
  },
  { file: "serpapi.json", format: "serpapi", reviews: [["Ida Invented", 4, "2024-03-01", "google"]] },
  {
    file: "feefo.csv",
    format: "feefo",
    reviews: [["Ida", 5, "2024-05-14", "feefo"], ["Otto", 3, "2024-05-02", "feefo"]],
  },
  {
    file: "schema_org.jsonld",
    format: "schema-org",
    reviews: [["Ida Invented", 5, "2024-01-08", "schema.org"], ["Otto Made-Up", 4, "2024-01-06", "schema.org"]],
  },
  {
    file: "schema_org_microdata.html",
    format: "schema-org",
    reviews: [["Ida Invented", 5, "2024-01-08", "schema.org"], ["Otto Made-Up", 2, "2024-01-06", "schema.org"]],
  },
  { file: "schema_org_page.html", format: "schema-org", reviews: [["Ida Invented", 5, "2024-02-10", "schema.org"]] },
  {
    file: "site_reviews.csv",
    format: "wordpress-site-reviews",
    reviews: [["Ida Invented", 5, "2024-03-05", "site-reviews"], ["Otto Made-Up", 2, "2024-02-01", "site-reviews"]],
  },
  {
    file: "wordpress_export.xml",
    format: "wordpress-export",
    reviews: [["Ida Invented", 5, "2024-10-18", "woocommerce"]],
  },
  {
    file: "app_store.json",
    format: "app-store",
    reviews: [["Ida I", 5, "2024-03-05", "app-store"], ["Otto M", 2, "2024-02-02", "app-store"]],
  },
  { file: "app_store.xml", format: "app-store", reviews: [["Ida I", 5, "2024-03-05", "app-store"]] },
  {
    file: "google_play.csv",
    format: "google-play",
    reviews: [
      ["A Google Play user", 5, "2024-02-05", "google-play"],
      ["A Google Play user", 2, "2024-02-04", "google-play"],
    ],
  },
  {
    file: "trustpilot_apify.json",
    format: "trustpilot-apify",
    reviews: [["Ida Invented", 5, "2024-01-08", "trustpilot"]],
  },
  {
    file: "trustpilot_apify.csv",
    format: "trustpilot-apify",
    reviews: [["Otto Made-Up", 2, "2024-01-06", "trustpilot"]],
  },
  {
    file: "amazon_apify.json",
    format: "amazon-apify",
    reviews: [["An Amazon customer", 4, "2022-02-03", "amazon"], ["An Amazon customer", 2, "2022-03-05", "amazon"]],
  },
  { file: "stamped.csv", format: "stamped", reviews: [["Ida Invented", 5, "2024-02-10", "stamped"]] },
  { file: "stamped_api.json", format: "stamped", reviews: [["Ida I.", 5, "2024-02-10", "stamped"]] },
  {
    file: "reviews_io_api.json",
    format: "reviews-io",
    reviews: [["Ida Invented", 5, "2024-03-15", "reviews-io"], ["Otto M", 2, "2024-03-10", "reviews-io"]],
  },
  {
    file: "semicolon_sep.csv",
    format: "csv",
    options: { map: map({ rating: "Stars", date: "Posted on", text: "Comment", author: "Name" }), source: "letter" },
    reviews: [["Ida Invented", 5, "2024-01-08", "letter"], ["Otto Made-Up", 2, "2024-01-06", "letter"]],
  },
  {
    file: "pipes.txt",
    format: "csv",
    options: { map: map({ rating: "Rating", date: "Date", text: "Review", author: "Name" }) },
    reviews: [["Ida Invented", 5, "2024-01-08", "csv"], ["Otto Made-Up", 2, "2024-01-06", "csv"]],
  },
  {
    file: "any_api.json",
    format: "csv",
    options: {
      map: map({ id: "uuid", rating: "score.value", date: "when", text: "message.body", author: "author.name" }),
    },
    reviews: [["Ida Invented", 5, "2024-01-08", "csv"], ["Otto Made-Up", 2, "2024-01-06", "csv"]],
  },
];

for (const { file, format, options, reviews } of ORIGINS) {
  Deno.test(`${file} imports as ${format} without a fault`, async () => {
    const files = await read([`origins/${file}`], options);
    assert.deepEqual(files.faultKinds, []);
    assert.deepEqual(files.formats, [format]);
    assert.deepEqual(files.reviews.map(({ author, rating, date, source }) => [author, rating, date, source]), reviews);
    const { understanding } = files.understood[0] ?? assert.fail();
    assert.equal(understanding.ground, options === undefined ? "known" : "given");
    assert.deepEqual([understanding.leftOver, understanding.doubts], [[], []]);
    assert.ok(files.reviews.every(({ verified }) => verified));
    assert.doesNotMatch(JSON.stringify(files.reviews), /@example\.com|192\.0\.2/);
  });
}

Deno.test("additional facts of a source are stored as attributes", async () => {
  const of = async (file: string) => (await read([`origins/${file}`])).reviews[0];
  const photos = ["https://y.example/1.jpg", "https://y.example/2.jpg"];
  assert.deepEqual((await of("yotpo.csv"))?.attributes, { photos, product: "Wool scarf" });
  assert.deepEqual((await of("tripadvisor_content_api.json"))?.attributes, { visit_type: "Couples" });
  assert.deepEqual((await of("booking_apify.json"))?.attributes, { rating_as_given: "8.0" });
  assert.deepEqual((await of("facebook_graph.json"))?.attributes, { rating_as_given: "recommended" });
  assert.deepEqual((await of("schema_org.jsonld"))?.attributes, { rating_as_given: "9/10" });
  assert.equal((await of("yelp_fusion.json"))?.attributes, undefined);
});

Deno.test("the replies, texts and places of the example exports are read", async () => {
  const of = async (file: string) => await read([`origins/${file}`]);
  const booking = await of("booking_extranet.csv");
  assert.equal(booking.reviews[0]?.text, "Good stay\nLiked: Friendly staff\nDisliked: Thin walls");
  assert.deepEqual(booking.reviews[0]?.owner_reply, { text: "Thank you Ida!", date: "2024-05-14" });
  assert.deepEqual([...booking.notes], [["undated reply", 1], ["converted", 2], ["rounded", 1]]);
  const [woo] = (await of("woocommerce_api.json")).reviews;
  assert.equal(woo?.text, "Nice – and warm!\nWould buy again.");
  assert.equal((await of("tripadvisor_apify.json")).place?.name, "Acme Inn");
  const page = await of("schema_org_microdata.html");
  assert.deepEqual([page.place?.name, page.reviews[0]?.text], ["Acme Heating", "Quick & clean."]);
  assert.equal((await of("schema_org.jsonld")).place?.telephone, "+1-555-0100");
  assert.equal((await of("google_places_new.json")).reviews[0]?.text, "Schnell und freundlich.");
  const skipped = async (file: string) => [...(await of(file)).skipped];
  assert.deepEqual(await skipped("wordpress_comments.csv"), [["comments without a rating", 1], ["not published", 1]]);
  assert.deepEqual(await skipped("woocommerce_api.json"), [["marked as spam", 1]]);
});

Deno.test("replies, hidden rows, products and ids of further example exports are read", async () => {
  const of = async (file: string) => await read([`origins/${file}`]);
  const site = await of("site_reviews.csv");
  assert.deepEqual(site.reviews[0]?.owner_reply, { text: "Thank you, Ida!", date: "2024-03-05" });
  assert.equal(site.reviews[0]?.text, "Warm again\nThey came the same day.");
  assert.deepEqual([...site.skipped], [["not published", 1]]);
  const wordpress = await of("wordpress_export.xml");
  assert.deepEqual([...wordpress.skipped], [["comments without a rating", 1], ["marked as spam", 1]]);
  assert.deepEqual(wordpress.reviews[0]?.attributes, { product: "Wool scarf" });
  assert.equal(wordpress.reviews[0]?.text, "Nice & warm!");
  assert.deepEqual(wordpress.reviews[0]?.owner_reply, { text: "Thank you!", date: "2024-10-18" });
  assert.equal(wordpress.place?.name, "Acme Scarves");
  const play = await of("google_play.csv");
  assert.deepEqual(play.reviews[0]?.owner_reply, { text: "Thank you!", date: "2024-02-07" });
  assert.equal(play.reviews[0]?.source_url, null);
  const [json, xml] = [await of("app_store.json"), await of("app_store.xml")];
  assert.deepEqual(json.reviews[0], xml.reviews[0]);
  assert.equal(json.reviews[0]?.text, "Warm\nIt does what it says.");
  assert.deepEqual([...(await of("stamped.csv")).skipped], [["not published", 1]]);
  assert.equal((await of("trustpilot_apify.json")).reviews[0]?.owner_reply?.date, "2024-01-09");
  for (const [file, day] of [["reviews_io_api.json", "2024-03-16"], ["stamped_api.json", "2024-02-11"]] as const) {
    assert.deepEqual((await of(file)).reviews[0]?.owner_reply, { text: "Thank you!", date: day });
  }
  const trustpilot = [await of("trustpilot_apify.json"), await of("trustpilot_apify.csv")];
  const others = ["amazon_apify.json", "stamped.csv", "stamped_api.json", "reviews_io_api.json"].map(of);
  for (const { understood } of [site, wordpress, play, json, xml, ...trustpilot, ...await Promise.all(others)]) {
    assert.deepEqual(understood.flatMap(({ understanding }) => [understanding.ground, ...understanding.leftOver]), [
      "known",
    ]);
  }
});

Deno.test("XML that is neither of WordPress nor of the App Store is refused", async () => {
  const feed =
    "<?xml version='1.0'?><rss version='2.0'><channel><title>News</title><item><title>A</title></item></channel></rss>";
  await assertError(
    readText("feed.xml", feed),
    /is XML, but neither an export of WordPress nor a feed of the App Store/,
  );
});

Deno.test("the reviews of Inside Airbnb are refused, because they have no stars", async () => {
  await assertError(read(["origins/inside_airbnb.csv"]), /Inside Airbnb, whose reviews have no stars/);
});

Deno.test("every example export is tested and described in NOTES.md", async () => {
  const names = (await Array.fromAsync(Deno.readDir(fixture("origins")), ({ name }) => name)).sort();
  const read = [...ORIGINS.map(({ file }) => file), "inside_airbnb.csv", "NOTES.md"].sort();
  assert.deepEqual(names, read);
  const notes = await Deno.readTextFile(fixture("origins/NOTES.md"));
  for (const name of names) assert.ok(name === "NOTES.md" || notes.includes(`\`${name}\``), name);
});

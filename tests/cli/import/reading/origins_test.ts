import assert from "node:assert/strict";
import type { ReadOptions } from "../../../../cli/import/reading/file_content.ts";
import { assertError, fixture, leftOutOf, mapOf, read, readText } from "../../../support/import/import_reading.ts";

// File, format, source of its reviews, and of each review author, stars and day, in file order.
const ORIGINS = `
yelp_fusion.json | yelp | yelp | Ella I. 5 2024-08-29; Yanni I. 2 2024-07-11
yelp_open_dataset.json | yelp | yelp | A Yelp user 3 2018-07-07; A Yelp user 5 2012-01-03
yelp_kaggle.csv | yelp | yelp | A Yelp user 5 2011-01-26; A Yelp user 4 2011-07-27
facebook_graph.json | facebook | facebook | Ida Invented 5 2024-03-05; Otto Made-Up 1 2024-02-01; Rosa Invented 4 2017-05-01
facebook_apify.json | facebook | facebook | Ida Invented 5 2024-05-01; Otto Made-Up 1 2024-04-01
tripadvisor_content_api.json | tripadvisor | tripadvisor | Invented1 4 2024-06-09
tripadvisor_apify.json | tripadvisor | tripadvisor | Ida I 5 2024-06-11
tripadvisor_apify.csv | tripadvisor | tripadvisor | Ida I 5 2024-06-11
booking_extranet.csv | booking | booking | Ida 4 2024-05-14; Otto 5 2024-05-02; A guest 1 2024-04-30
booking_api.json | booking | booking | Ida 5 2024-05-13
booking_apify.json | booking | booking | Ida 4 2024-05-14
booking_515k.csv | booking | booking | A guest 1 2017-08-03; A guest 4 2017-07-31
airbnb_apify.json | airbnb | airbnb | Ida 5 2024-03-20; Otto 4 2024-02-02
birdeye_api.json | birdeye | Google | Ida I. 5 2024-01-08
podium_api.json | podium | google | Ida Invented 5 2024-01-08
yotpo.csv | yotpo | yotpo | Ida I. 5 2024-02-10
yotpo_names.csv | yotpo | yotpo | Ned F. 5 2024-01-02; Oda 1 2024-01-04
yotpo_api.json | yotpo | yotpo | Ida I. 5 2024-02-10
loox.csv | loox | loox | Ida 5 2024-02-10
okendo.csv | okendo | okendo | Ida I. 5 2024-02-10
okendo_template.csv | okendo | okendo | Ida I. 5 2024-02-10
shopify_app_store.csv | shopify-app-store | shopify-app-store | Acme Scarves 5 2023-11-05; Made-Up Mugs 2 2023-10-31
shopify_product_reviews.csv | shopify-product-reviews | shopify | Ida Invented 5 2024-02-10
woocommerce_api.json | woocommerce | woocommerce | Ida Invented 5 2024-10-18
wordpress_comments.csv | woocommerce | woocommerce | Ida Invented 5 2024-10-18
judge_me_api.json | judge-me | judge-me | Ida Invented 5 2024-02-10
trustpilot_api.json | trustpilot | trustpilot | Ida Invented 4 2024-01-08
google_places_new.json | google-places | google | Ida Invented 5 2024-03-01
google_places_legacy.json | google-places | google | Ida Invented 5 2024-03-01
serpapi.json | serpapi | google | Ida Invented 4 2024-03-01
feefo.csv | feefo | feefo | Ida 5 2024-05-14; Otto 3 2024-05-02
feefo_api.json | feefo | feefo | Ida I 5 2024-03-02; K 2 2024-03-05; Rosa M 4 2024-03-09; Trusted Customer 3 2024-03-14
g2_api.json | g2 | g2 | Ida I. 5 2024-01-10; A G2 user 4 2024-02-11
schema_org.jsonld | schema-org | schema.org | Ida Invented 5 2024-01-08; Otto Made-Up 4 2024-01-06
schema_org_microdata.html | schema-org | schema.org | Ida Invented 5 2024-01-08; Otto Made-Up 2 2024-01-06
schema_org_page.html | schema-org | schema.org | Ida Invented 5 2024-02-10
site_reviews.csv | wordpress-site-reviews | site-reviews | Ida Invented 5 2024-03-05; Otto Made-Up 2 2024-02-01
wordpress_export.xml | wordpress-export | woocommerce | Ida Invented 5 2024-10-18
app_store.json | app-store | app-store | Ida I 5 2024-03-05; Otto M 2 2024-02-02
app_store.xml | app-store | app-store | Ida I 5 2024-03-05
google_product_feed.xml | google-product-feed | Acme Reviews | Ida Invented 5 2024-02-10; Anonymous 2 2024-02-09
google_merchant_feed.xml | google-merchant-feed | merchant-reviews | Ida 5 2024-03-05; Anonymous 1 2024-02-01
google_play.csv | google-play | google-play | A Google Play user 5 2024-02-05; A Google Play user 2 2024-02-04
trustpilot_apify.json | trustpilot-apify | trustpilot | Ida Invented 5 2024-01-08
trustpilot_apify.csv | trustpilot-apify | trustpilot | Otto Made-Up 2 2024-01-06
trustpilot_pages.json | trustpilot-pages | trustpilot | Ida Invented 5 2024-01-08
trustpilot_pages.csv | trustpilot-pages | trustpilot | Otto Made-Up 2 2024-01-06
etsy_api.json | etsy | etsy | An Etsy buyer 5 2024-02-10; An Etsy buyer 2 2024-02-09
etsy_apify.json | etsy | etsy | Ida 5 2024-02-10
trusted_shops_api.json | trusted-shops | trusted-shops | Ida 5 2024-03-05; A Trusted Shops member 1 2024-02-01
senja_api.json | senja | google | Ida Invented 5 2024-02-10
trustindex.csv | trustindex | google | Ida Invented 5 2024-02-10
capterra_apify.json | capterra | Capterra | A Capterra user 4 2024-02-10
checkatrade_api.json | checkatrade | checkatrade | A Checkatrade customer 5 2024-03-05; A Checkatrade customer 3 2024-02-01
provenexpert_api.json | provenexpert | provenexpert | Ida Invented 5 2024-02-10; Anonymous 2 2024-02-09
ekomi_api.json | ekomi | ekomi | An eKomi customer 5 2024-02-10; An eKomi customer 2 2024-02-09
heureka.xml | heureka | heureka | Ida I. 5 2024-02-10; A Heureka customer 1 2024-02-09
judge_me_template.csv | judge-me | judge-me | Ida Invented 5 2024-02-10
yelp_apify.json | yelp | yelp | Ida I. 5 2024-02-10
amazon_apify.json | amazon-apify | amazon | An Amazon customer 4 2022-02-03; An Amazon customer 2 2022-03-05
stamped.csv | stamped | stamped | Ida Invented 5 2024-02-10
stamped_api.json | stamped | stamped | Ida I. 5 2024-02-10
reviews_io_api.json | reviews-io | reviews-io | Ida Invented 5 2024-03-15; Otto M 2 2024-03-10
semicolon_sep.csv | csv | letter | Ida Invented 5 2024-01-08; Otto Made-Up 2 2024-01-06
pipes.txt | csv | csv | Ida Invented 5 2024-01-08; Otto Made-Up 2 2024-01-06
any_api.json | csv | csv | Ida Invented 5 2024-01-08; Otto Made-Up 2 2024-01-06
../trustpilot.csv | trustpilot | trustpilot | Rosa Invented 5 2024-03-01; Anonymous 4 2024-01-02
../trustpilot_variant.csv | trustpilot | trustpilot | Rosa Invented 5 2024-03-31; Otto Made-Up 4 2024-01-02
../judge_me.csv | judge-me | judge-me | Rosa Invented 5 2024-03-01; Otto Made-Up 3 2024-02-29
`.trim().split("\n").map((line) => {
  const [file = "", format = "", source = "", reviews = ""] = line.split(" | ");
  return { file, format, source, reviews: reviews.split("; ") };
});

/** Options of the files whose columns no format names. */
const OPTIONS: Readonly<Record<string, Partial<ReadOptions>>> = {
  "semicolon_sep.csv": { map: mapOf("rating=Stars,date=Posted on,text=Comment,author=Name"), source: "letter" },
  "pipes.txt": { map: mapOf("rating=Rating,date=Date,text=Review,author=Name") },
  "any_api.json": { map: mapOf("id=uuid,rating=score.value,date=when,text=message.body,author=author.name") },
};

for (const { file, format, source, reviews } of ORIGINS) {
  Deno.test(`${file} imports as ${format} without a fault`, async () => {
    const files = await read([`origins/${file}`], OPTIONS[file]);
    assert.deepEqual(files.faultKinds, []);
    assert.deepEqual(files.formats, [format]);
    assert.deepEqual(files.reviews.map(({ author, rating, date }) => `${author} ${rating} ${date}`), reviews);
    const { understanding } = files.understood[0] ?? assert.fail();
    assert.equal(understanding.ground, OPTIONS[file] === undefined ? "known" : "given");
    assert.deepEqual([understanding.needs, understanding.doubts], [[], []]);
    assert.ok(files.reviews.every((review) => review.verified && review.source === source));
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
  assert.deepEqual((await of("wordpress_export.xml"))?.attributes, { product: "Wool scarf" });
  assert.equal((await of("yelp_fusion.json"))?.attributes, undefined);
});

Deno.test("the texts, replies, places and left-out rows of the example exports are read", async () => {
  const of = async (file: string) => await read([`origins/${file}`]);
  const texts: Readonly<Record<string, string>> = {
    "../trustpilot.csv": 'Quick and friendly\nThey came the same day.\n\nGreat "tidy" work.',
    "booking_extranet.csv": "Good stay\nLiked: Friendly staff\nDisliked: Thin walls",
    "woocommerce_api.json": "Nice – and warm!\nWould buy again.",
    "schema_org_microdata.html": "Quick & clean.",
    "google_places_new.json": "Schnell und freundlich.",
    "site_reviews.csv": "Warm again\nThey came the same day.",
    "wordpress_export.xml": "Nice & warm!",
    "app_store.json": "Warm\nIt does what it says.",
    "google_product_feed.xml": "Warm\nKeeps me warm.\nPros: Soft\nLight\nCons: Pricey",
    "google_merchant_feed.xml": "Quick\nIt came the next day.",
    "heureka.xml": "Vše ok\nPros: rychlost\nceny\nCons: doprava",
    "capterra_apify.json": "Powerful\nPros: Reports do almost anything.\nCons: It is slow.",
    "feefo_api.json": "Quick and tidy\nThe fitter came in time and left the kitchen cleaner than before.",
    "g2_api.json": "Rota in minutes\n" +
      "What do you like best? Setting up a new crew rota takes five minutes instead of an hour.\n" +
      "What do you dislike? The calendar is slow with more than forty jobs a day.\n" +
      "What problems is the product solving and how is that benefiting you? We plan faster and drive less.",
  };
  for (const [file, text] of Object.entries(texts)) assert.equal((await of(file)).reviews[0]?.text, text, file);
  const replies: Readonly<Record<string, string>> = {
    "../trustpilot.csv": "Thank you, Rosa! 2024-03-03",
    "../trustpilot_variant.csv": "Thank you! 2024-04-01",
    "booking_extranet.csv": "Thank you Ida! 2024-05-14",
    "site_reviews.csv": "Thank you, Ida! 2024-03-05",
    "wordpress_export.xml": "Thank you! 2024-10-18",
    "google_play.csv": "Thank you! 2024-02-07",
    "reviews_io_api.json": "Thank you! 2024-03-16",
    "stamped_api.json": "Thank you! 2024-02-11",
    "yotpo_names.csv": "Glad! 2024-01-03",
    "trustpilot_pages.json": "Thank you! 2024-01-09",
    "etsy_apify.json": "Thank you! 2024-02-11",
    "trustindex.csv": "Thank you! 2024-02-10",
    "ekomi_api.json": "Danke! 2024-02-10",
    "heureka.xml": "Děkujeme! 2024-02-10",
    "yelp_apify.json": "Thank you! 2024-02-11",
  };
  for (const [file, expected] of Object.entries(replies)) {
    const reply = (await of(file)).reviews[0]?.owner_reply;
    assert.equal(`${reply?.text} ${reply?.date}`, expected, file);
  }
  assert.equal((await of("yotpo_names.csv")).reviews[1]?.owner_reply, null, "it is not public");
  assert.equal((await of("trustpilot_apify.json")).reviews[0]?.owner_reply?.date, "2024-01-09");
  const places: Readonly<Record<string, string>> = {
    "tripadvisor_apify.json": "Acme Inn",
    "schema_org_microdata.html": "Acme Heating",
    "wordpress_export.xml": "Acme Scarves",
    "google_product_feed.xml": "Acme Scarves",
    "google_merchant_feed.xml": "Acme Scarves",
  };
  for (const [file, name] of Object.entries(places)) assert.equal((await of(file)).place?.name, name, file);
  assert.equal((await of("schema_org.jsonld")).place?.telephone, "+1-555-0100");
  const skipped: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
    "../judge_me.csv": [["marked as spam", 1], ["not published", 1]],
    "wordpress_comments.csv": [["comments without a rating", 1], ["not published", 1]],
    "woocommerce_api.json": [["marked as spam", 1]],
    "site_reviews.csv": [["not published", 1]],
    "wordpress_export.xml": [["comments without a rating", 1], ["marked as spam", 1]],
    "stamped.csv": [["not published", 1]],
    "feefo_api.json": [["a product's review beside that of the service", 1]],
    "g2_api.json": [["not published", 1]],
    "trustpilot_pages.json": [["not published", 1]],
    "senja_api.json": [["not published", 1], ["without a rating", 1]],
    "trustindex.csv": [["not published", 1]],
    "heureka.xml": [["without a rating", 1]],
    "judge_me_template.csv": [["not published", 1]],
    "yelp_apify.json": [["not published", 1]],
    "google_product_feed.xml": [["not published", 1]],
    "google_merchant_feed.xml": [["not published", 1]],
  };
  for (const [file, rows] of Object.entries(skipped)) assert.deepEqual(leftOutOf(await of(file)), rows, file);
  const notes = [...(await of("booking_extranet.csv")).notes];
  assert.deepEqual(notes, [["undated reply", 1], ["converted", 2], ["rounded", 1]]);
  const [, answered, before, product] = (await of("feefo_api.json")).reviews;
  assert.equal(answered?.owner_reply?.text, "We are sorry about the second visit and have refunded it.");
  assert.match(answered?.text ?? "", /before the second\.\nAdded later: Thank you, the refund has arrived\.$/);
  assert.deepEqual(before?.owner_reply, { text: "Glad it arrived, Rosa.", date: "2024-03-12" });
  assert.deepEqual(product?.attributes, { product: "Acme Valve" });
  const threads = (await Deno.readTextFile(fixture("origins/feefo_api.json")))
    .replaceAll(/"type": "(MERCHANT|CUSTOMER)_COMMENT"/g, (_, who) => `"author": "${who.toLowerCase()}"`);
  const authored = (await readText("a.json", threads)).reviews.map(({ owner_reply }) => owner_reply);
  assert.deepEqual(authored, (await of("feefo_api.json")).reviews.map(({ owner_reply }) => owner_reply));
  assert.equal((await of("google_play.csv")).reviews[0]?.source_url, null);
  assert.deepEqual((await of("app_store.json")).reviews[0], (await of("app_store.xml")).reviews[0]);
});

Deno.test("XML without rows of reviews, and reviews without stars, are refused", async () => {
  const feed =
    "<?xml version='1.0'?><rss version='2.0'><channel><title>News</title><item><title>A</title></item></channel></rss>";
  const blog = "<feed xmlns='http://www.w3.org/2005/Atom'><id>urn:a</id><entry><title>A</title></entry></feed>";
  await assertError(readText("blog.xml", blog), /is XML, but not of a known format/);
  const app = `{"feed":{"id":{"label":"https://itunes.apple.com/us/rss/customerreviews/id=1/json"}}}`;
  assert.equal((await readText("app.json", app)).rows, 0);
  await assertError(readText("feed.xml", feed), /is XML, but not of a known format: its top level is an object with/);
  await assertError(read(["origins/inside_airbnb.csv"]), /no name says which holds ratings; .*--map rating=COLUMN/);
});

Deno.test("every example export is tested and described in NOTES.md", async () => {
  const names = (await Array.fromAsync(Deno.readDir(fixture("origins")), ({ name }) => name)).sort();
  const read = ORIGINS.map(({ file }) => file).filter((file) => !file.startsWith("../"));
  assert.deepEqual(names, [...read, "inside_airbnb.csv", "NOTES.md"].sort());
  const notes = await Deno.readTextFile(fixture("origins/NOTES.md"));
  for (const name of names) assert.ok(name === "NOTES.md" || notes.includes(`\`${name}\``), name);
});

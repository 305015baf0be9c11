import assert from "node:assert/strict";
import { columnProfile } from "../../../../cli/import/formats/column_profile.ts";
import { guessMap } from "../../../../cli/import/formats/guess_map.ts";
import { assertError, mapOf, readText } from "../../../support/import/import_reading.ts";

function guess(header: string, ...rows: string[]): ReadonlyMap<string, string> {
  const cells = rows.map((row) => row.split("|"));
  const columns = header.split(",").map((name, index) => ({ name, values: cells.map((row) => row[index]) }));
  return guessMap(columns.map((column) => columnProfile(column, "2024-12-31"))).map;
}

Deno.test("guessMap() guesses columns by their names and their values", () => {
  const german = guess(
    "No,Kunde,Bewertung,Datum,Kommentar,Antwort,Antwort am",
    "7|Ida|5|31.01.2024|Schnell und freundlich, gerne wieder.|Vielen Dank für die Worte!|01.02.2024",
    "8|Otto|2|30.01.2024|Zwei Stunden zu spät, ohne Anruf.||",
  );
  const fields =
    "id=No,author=Kunde,rating=Bewertung,date=Datum,text=Kommentar,reply_text=Antwort,reply_date=Antwort am";
  assert.deepEqual(german, mapOf(fields));
  const serial = (name: string) => guess(`Who,Stars,${name}`, "Ida Roe|5|45356", "Otto Poe|2|45377").get("date");
  assert.deepEqual(["Day", "Mileage"].map(serial), ["Day", undefined], "day numbers of a spreadsheet");
  const nameless = guess("a,b,c", "★★★★★|Jan 8, 2024|Quick and clean, all of it.", "★★☆☆☆|Jan 6, 2024|Two hours late.");
  assert.deepEqual(nameless, mapOf("rating=a,date=b"), "values show a rating and a day, and no text");
  const survey = guess(
    "Stars,Date,Response",
    "5|2024-01-08|Quick and clean, all of it.",
    "2|2024-01-06|Two hours late.",
  );
  assert.deepEqual(survey, mapOf("rating=Stars,date=Date"), "a response is no text without a choice");
});

Deno.test("nothing is guessed without a column of ratings and one of dates", async () => {
  for (const csv of ["rate,review\n1,Bad\n5,Good\n", "when,review\n2024-01-01,Bad\n"]) {
    await assertError(readText("a.csv", csv), /is of no known format; its columns are/);
  }
});

Deno.test("the report on a missing JSON member names the existing keys", async () => {
  const rows = [{ author: "A", source: "s", rating: 5, date: "2024-01-08" }, { author: "A", source: "s", rating: 5 }];
  const files = await readText("a.json", JSON.stringify(rows));
  assert.equal(
    files.faultKinds[0]?.first.allowed,
    "a calendar date such as 2024-05-31; the keys here are author, source, rating",
  );
  const map = new Map([["rating", "rating"], ["date", "when"]]);
  await assertError(
    readText("a.json", JSON.stringify(rows), { map }),
    /lacks the key "when" that --map names; its keys are author, source, rating, date/,
  );
});

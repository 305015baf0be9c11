import assert from "node:assert/strict";
import type { MappedField } from "../../../../cli/import/formats/import_format.ts";
import { assertError, needed, readText } from "../../../support/import/import_reading.ts";

const NOW = new Date("2026-01-01T12:00:00Z");

/** Reads a table of these columns, whose first row has a value for each. */
async function tableOf(header: string, ...rows: readonly string[]) {
  const files = await readText("a.csv", [header, ...rows].join("\n"), { now: NOW });
  const { used, doubts } = files.understood[0]?.understanding ?? assert.fail();
  return { used: (field: MappedField) => used.get(field), asked: doubts.flatMap(({ columns }) => columns), files };
}

Deno.test("names of ten languages and of other scripts suggest stars, day, author and text", async () => {
  const headers = [
    "Stars,Date,Reviewer,Comment",
    "Sterne,Datum,Kunde,Kommentar",
    "Étoiles,Date de l'avis,utilisateur,Commentaire",
    "Puntuación,Fecha,Nombre del cliente,Reseña",
    "Valutazione,Data,Cliente,Recensione",
    "Avaliação,Data,Usuário,Comentário",
    "Beoordeling,Datum,Klant,Toelichting",
    "Ocena,Data,Imię,Treść opinii",
    "Hodnocení,Datum,Zákazník,Komentář",
    "Оценка,Дата,Автор,Отзыв",
    "評価,投稿日,ニックネーム,本文",
    "评分,评价时间,用户名,评价内容",
    "평점,작성일,닉네임,후기",
    "التقييم,التاريخ,الاسم,المراجعة",
    "review_rating,reviewDate,REVIEWER-NAME,review.text",
  ];
  for (const header of headers) {
    const { used } = await tableOf(header, "5,2025-03-04,Ada,They came in time.", "4,2025-03-05,Ben,Two hours late.");
    const found = (["rating", "date", "author", "text"] as const).map(used);
    assert.deepEqual(found.join(","), header, header);
  }
});

Deno.test("a whole name counts before a word, a person before a company, a total before its parts", async () => {
  const parts = await tableOf(
    "communication,total_rating,delivery_time,Date,Company,Consumer Name,cleaned_review,content",
    "1,5,2,2025-03-04,Acme Ltd,Ada,came in time,They came in time.",
    "2,4,2,2025-03-05,Acme Ltd,Ben,two hours late,Two hours late.",
  );
  assert.deepEqual(
    (["rating", "author", "text"] as const).map(parts.used),
    ["total_rating", "Consumer Name", "content"],
  );
  assert.deepEqual(parts.asked, []);
});

Deno.test("two columns that may equally be stars or day are asked about; exact days win over relative ones, and remarks are no stars", async () => {
  const rivals = await tableOf("Rating,Score,Date,Day", "5,2,2025-03-04,2025-01-04", "4,4,2025-03-05,2025-01-05");
  assert.deepEqual(rivals.asked, ["Rating", "Score", "Date", "Day"]);
  const remarks = await tableOf("Points,Notes,Date", "5,colour,2025-03-04", "4,cut,2025-03-05");
  assert.deepEqual([remarks.used("rating"), remarks.asked], ["Points", []]);
  const days = await tableOf("Rating,time,Date", "5,2 months ago,2025-03-04", "4,a week ago,2025-03-05");
  assert.deepEqual([days.used("date"), days.asked], ["Date", []]);
});

Deno.test("columns that may say that a row is hidden are asked about, others without a known name are not used", async () => {
  const { asked, files } = await tableOf(
    "Rating,Date,Text,Mktg OK,Deleted by,Order status,Desk,Callback",
    "5,2025-03-04,In time,Y,,pending,B,yes",
    "4,2025-03-05,Late,N,Kim,done,A,no",
  );
  assert.deepEqual(asked, ["Mktg OK", "Deleted by"]);
  assert.deepEqual(files.understood[0]?.understanding.leftOver, [
    ...["Mktg OK", "Deleted by", "Order status", "Desk", "Callback"],
  ]);
});

Deno.test("a question for consent is read as one, and a negation asks", async () => {
  for (const question of ["May we publish your answer?", "May we publish your comment with your name?"]) {
    const { used, files } = await tableOf(
      `Rating,Date,Text,${question}`,
      "5,2025-03-04,In time,Yes",
      "1,2025-03-05,Late,No",
    );
    assert.deepEqual([used("consent"), files.reviews.map(({ rating }) => rating)], [question, [5]]);
  }
  const { asked } = await tableOf("Note,Date,Avis,Ne pas publier", "5,2025-03-04,Bien,non", "1,2025-03-05,Nul,oui");
  assert.deepEqual(asked, ["Ne pas publier"]);
});

Deno.test("the scale is asked if ratings above 5 do not show it, with the greatest among the answers", async () => {
  const table = (...ratings: number[]) =>
    `Rating,Date\n${ratings.map((rating) => `${rating},2025-03-04`).join("\n")}\n`;
  const asked = async (...ratings: number[]) => await needed(readText("a.csv", table(...ratings), { now: NOW }));
  assert.match(await asked(50, 40, 10), /may be 50, 100 or 5: it has 50, 40, 10/);
  assert.match(await asked(8, 3), /may be 8, 10 or 5/);
  assert.equal(await asked(10, 9, 8, 7, 6, 10, 9, 8, 7, 6, 4), "");
  const named = await tableOf("Score (1-10),Date", "8,2025-03-04");
  assert.deepEqual(named.files.reviews.map(({ rating }) => rating), [4]);
});

Deno.test("days such as a month ago in a column that nothing reads are no problem, in a table and in JSON", async () => {
  const rows = Array.from({ length: 600 }, (_, at) => `5,2025-03-04,Number ${at},`);
  const { files } = await tableOf("Rating,Date,Text,Noted", ...rows, "4,2025-03-05,The last,a month ago");
  assert.equal(files.reviews.length, 601);
  const json = rows.map((_, at) => ({
    rating: 5,
    date: "2025-03-04",
    text: `Number ${at}`,
    noted: at < 599 ? "" : "a month ago",
  }));
  assert.equal((await readText("a.json", JSON.stringify(json), { now: NOW })).reviews.length, 600);
});

Deno.test("words for no text and no reply are nothing, and texts by language are read in the first", async () => {
  const nothing = ["No reply", "Keine Antwort", "Kein Text", "Pas de réponse"];
  const { files } = await tableOf(
    "Rating,Date,Text,Reply",
    ...nothing.map((word, at) => `5,2025-03-0${at + 1},${word},${word}`),
    "5,2025-03-09,Fine,Thank you",
  );
  const texts = files.reviews.map(({ text, owner_reply }) => [text, owner_reply?.text]);
  assert.deepEqual(texts.filter(([text, reply]) => text !== null || reply !== undefined), [["Fine", "Thank you"]]);
  const json = JSON.stringify([{ rating: 5, date: "2025-03-04", text: { en: "Good" } }, {
    rating: 4,
    date: "2025-03-05",
    text: {},
  }]);
  assert.deepEqual((await readText("a.json", json, { now: NOW })).reviews.map(({ text }) => text), ["Good", null]);
});

Deno.test("letters that were decoded twice in a second column of text are asked about, and stretched ones are none", async () => {
  const { files } = await tableOf("Rating,Date,Pros,Cons", "5,2025-03-04,Quick,trÃ¨s cher", "4,2025-03-05,Nice,none");
  assert.deepEqual(files.understood[0]?.understanding.doubts.map(({ id }) => id), ["letters"]);
  const western = Uint8Array.from(
    "Rating,Date,Text\n5,2025-03-04,So bl\xf6\xf6\xf6\xf6d!\n",
    (letter) => letter.charCodeAt(0),
  );
  assert.deepEqual((await readText("a.csv", western, { now: NOW })).reviews.map(({ text }) => text), ["So blööööd!"]);
});

Deno.test("messages say how many cells a row has, which named column is unreadable, and what a page lacks", async () => {
  const surplus = await tableOf("Rating,Date,Text", "5,2025-03-04,x,yz");
  assert.deepEqual(surplus.files.faults.map(({ value, allowed }) => `${value}; ${allowed}`), [
    "4 cells; at most 3, as in the header; a text with the delimiter needs quotes",
  ]);
  await assertError(tableOf("Rating,Date", "5,soon"), /as Date has no dates: "soon"/);
  const page = '<script type="application/ld+json">{"@type":"Review","reviewBody":"Fine"}</script>';
  await assertError(readText("a.html", `<html>${page}</html>`), /lack the rating or the day of schema\.org/);
  assert.equal((await tableOf("rating,timestamp", "5,835355493")).files.reviews[0]?.date, "1996-06-21");
});

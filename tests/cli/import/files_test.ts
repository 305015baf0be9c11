import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";

// Small files as owners have them, each with what an import of it says and publishes.

/** Options of an import, with what its output says, or the published reviews as `author, stars, day: text > reply`. */
type Step = readonly [options: string, outcome: RegExp | readonly string[]];

interface SmallFile {
  readonly name?: string;
  readonly content: string;
  readonly steps: readonly Step[];
}

const CARE = "Datum,Name,Sterne,Pflege,Freundlichkeit,Essen,Zimmer\n" +
  "2024-01-02,Anna Schmidt,5,Die Pflege war sehr gut.,Alle waren freundlich zu uns.,Lecker,Hell und sauber\n" +
  "2024-01-05,Bernd Maier,3,Etwas hektisch am Abend.,Die meisten waren nett zu mir.,Kam spät,Klein\n" +
  "2024-01-09,Carla Roth,4,Man kümmert sich gut.,Freundlich bis auf eine Ausnahme.,,Mit Garten\n";
const STAY = "id,author,written_by,rating,date,text\n1,Ann Lee,Guest,5,2024-01-03,A lovely flat\n" +
  "2,Hans Host,Host,4,2024-01-04,Ann was a lovely guest\n";
const THREAD = "id,parent_id,author,rating,date,text\n1,,Ann Lee,5,2024-01-03,Quick and friendly people.\n" +
  '2,1,Acme Ltd,,2024-01-04,"Thank you, Ann, come again."\n3,,Ben Moor,4,2024-01-05,"Fine work, on time."\n' +
  "4,3,Ben Moor,,2024-01-06,I forgot to say that it was cheap.\n";
const NAMES =
  "Kunde,Sterne,Datum,Kommentar\nAnna Schmidt,5,2024-01-02,Gut\nDr. Bernd van der Maier,4,2024-01-03,Nett\n" +
  '"Roth, Carla",3,2024-01-04,Geht so\nKim,5,2024-01-05,Prima\n';

const FILES: Readonly<Record<string, SmallFile>> = {
  "month names of a language, also as spreadsheets shorten them": {
    content:
      "Cliente;Stelle;Mese;Testo\nAnna Rossi;5;gen-24;Ottimo servizio\nLuca Neri;4;3 febbraio 2024;Molto gentili\n",
    steps: [["--yes", ["Anna Rossi, 5, 2024-01-01: Ottimo servizio", "Luca Neri, 4, 2024-02-03: Molto gentili"]]],
  },
  "days without a year": {
    content: "Cliente;Stelle;Data;Testo\nAnna Rossi;5;3 gennaio;Ottimo servizio\n",
    steps: [["", /no column of dates: Data comes near, but has "3 gennaio" in row 1[^]*expected a calendar date/]],
  },
  "months as headings of rows": {
    content:
      "Nome;Voto;Commento\nGENNAIO 2024;;\nAnna Rossi;5;Ottimo servizio\nFEBBRAIO 2024;;\nMarta Verdi;3;Così così\n",
    steps: [["", /"GENNAIO 2024" heads other rows: write it beside them, in a column of dates\./]],
  },
  "no dates at all": {
    content: "Nome;Voto;Commento\nAnna Rossi;5;Ottimo servizio\n",
    steps: [["", /none is known to hold dates; .*--map date=COLUMN, or add a column of dates to the file\./]],
  },
  "columns of prose about subjects": {
    content: CARE,
    steps: [
      [
        "",
        /several columns may be the text: Pflege, Freundlichkeit, Essen, Zimmer\.[^]*Essen'? {2}.*\n[^]*'text=Pflege\|/,
      ],
      ["--yes --map text=Pflege|Freundlichkeit|Essen|Zimmer", [
        "Anna Schmidt, 5, 2024-01-02: Pflege: Die Pflege war sehr gut.\n" +
        "Freundlichkeit: Alle waren freundlich zu uns.\nEssen: Lecker\nZimmer: Hell und sauber",
        "Bernd Maier, 3, 2024-01-05: Pflege: Etwas hektisch am Abend.\n" +
        "Freundlichkeit: Die meisten waren nett zu mir.\nEssen: Kam spät\nZimmer: Klein",
        "Carla Roth, 4, 2024-01-09: Pflege: Man kümmert sich gut.\n" +
        "Freundlichkeit: Freundlich bis auf eine Ausnahme.\nZimmer: Mit Garten",
      ]],
    ],
  },
  "short parts beside a comment": {
    content: CARE.replace(
      /^(.*)$/gm,
      (line) => line && `${line},${line.startsWith("Datum") ? "Kommentar" : "Gern wieder!"}`,
    )
      .replace("Gern wieder!\n2024-01-09", "Vielen Dank!\n2024-01-09"),
    steps: [["", /several columns may be the text: Pflege, Freundlichkeit, Essen, Zimmer, Kommentar\./]],
  },
  "a member named as the reaction of the business": {
    name: "kiyoh.xml",
    content: "<kiyoh><reviews>" +
      ["Jan Bos", "Piet Vos"].map((name, at) =>
        `<review><id>${at}</id><customer><name>${name}</name><date>2024-01-0${at + 1}</date></customer><stars>${
          at + 4
        }</stars>` +
        `<opinion>Snelle levering, goed verpakt, nummer ${at}.</opinion><reaction>Bedankt voor uw review, ${name}!</reaction></review>`
      ).join("") + "</reviews></kiyoh>",
    steps: [
      ["--yes", [
        "Jan Bos, 4, 2024-01-01: Snelle levering, goed verpakt, nummer 0. > Bedankt voor uw review, Jan Bos!",
        "Piet Vos, 5, 2024-01-02: Snelle levering, goed verpakt, nummer 1. > Bedankt voor uw review, Piet Vos!",
      ]],
    ],
  },
  "cells of JSON": {
    content:
      'id,created_at,data\n1,2024-01-03,"{""author"":""Ann Lee"",""rating"":5,""body"":""Quick people."",""answers"":[{""text"":""Thank you, Ann.""}]}"\n' +
      '2,2024-01-04,"{""author"":""Ben Moor"",""rating"":4,""body"":""Fine work, on time.""}"\n',
    steps: [
      ["", /rating +data\.rating[^]*--map reply_text=data\.answers\.0\.text /],
      ["--yes --map reply_text=data.answers.0.text", [
        "Ann Lee, 5, 2024-01-03: Quick people. > Thank you, Ann.",
        "Ben Moor, 4, 2024-01-04: Fine work, on time.",
      ]],
    ],
  },
  "an ignored column that marks deleted rows": {
    content:
      "event,author,rating,date,text\ncreated,Ann Lee,5,2024-01-03,Quick people\ndeleted,Ben Moor,4,2024-01-04,Fine work\n",
    steps: [[
      "--yes --ignore event",
      /^a\.csv: event is ignored, although it says "deleted" of 1 row; --map status=event leaves such rows out\.$/m,
    ]],
  },
  "a column with one word for a hidden row": {
    content: "phase,author,rating,date,text\n" +
      Array.from(
        "ABCDEFGHI",
        (name, at) => `${at === 4 ? "rejected" : "final"},${name} Lee,5,2024-01-0${at + 1},Number ${at}\n`,
      ).join(""),
    steps: [["--yes", /phase \("final" 8 times, "rejected"\) is ignored so far[^]*--map status=phase /]],
  },
  "the best rating of each row, in a format that is known": {
    name: "a.json",
    content: JSON.stringify([
      { author: "Ann", rating: 8, max_rating: 10, date: "2024-01-03", source: "x", text: "Good" },
      { author: "Ben", rating: 4, max_rating: 5, date: "2024-01-04", source: "x", text: "Fine" },
    ]),
    steps: [["--yes", ["Ann, 4, 2024-01-03: Good", "Ben, 4, 2024-01-04: Fine"]]],
  },
  "names, in full, by first name and initial, or by first name": {
    content: NAMES,
    steps: [
      ["--yes --names initial", [
        "Anna S., 5, 2024-01-02: Gut",
        "Bernd M., 4, 2024-01-03: Nett",
        "Carla R., 3, 2024-01-04: Geht so",
        "Kim, 5, 2024-01-05: Prima",
      ]],
      ["", /0 new, 0 changed, 4 the same/],
      ["--names first", /0 new, 3 changed, 1 the same/],
      ["--names none", /--names is "none"; allowed is full, initial or first\./],
    ],
  },
  "replies in rows of their own": {
    content: THREAD,
    steps: [
      ["", /Left out 1 row: a reply, which its review has\.\n.*Left out 1 row: a reply by the author of the review\./],
      ["--yes", [
        "Ann Lee, 5, 2024-01-03: Quick and friendly people. > Thank you, Ann, come again.",
        "Ben Moor, 4, 2024-01-05: Fine work, on time.",
      ]],
      ["", /0 new, 0 changed, 2 the same/],
    ],
  },
  "reviews of guests by their host": {
    content: STAY,
    steps: [
      [
        "--yes",
        /written_by \("Guest", "Host"\) is ignored[^]*status=written_by .*\n +line 3 \(Hans Host\): left out, written by the business\n +--ignore written_by [^]*\(Hans Host\): published/,
      ],
      ["--yes --map status=written_by", ["Ann Lee, 5, 2024-01-03: A lovely flat"]],
    ],
  },
  "a column that says who deleted a row": {
    content: STAY.replace("written_by", "deleted_by").replace("Guest", ""),
    steps: [["--yes", /--map hidden=deleted_by .*\n +line 3 \(Hans Host\): left out, not published/]],
  },
  "reviews in both directions": {
    content: STAY.replace("written_by", "direction").replace("Guest", "guest_to_host").replace(
      "Host,",
      "host_to_guest,",
    )
      .replace("Hans host_to_guest,Host", "Hans Host,host_to_guest"),
    steps: [["--yes --map status=direction", ["Ann Lee, 5, 2024-01-03: A lovely flat"]]],
  },
};

for (const [title, { name = "a.csv", content, steps }] of Object.entries(FILES)) {
  Deno.test(`a file with ${title}`, async () => {
    await using shop = await importWorkshop({ [name]: content });
    for (const [options, outcome] of steps) {
      const { stdout, stderr } = await shop.importing(name, ...options.split(" ").filter(Boolean));
      const said = `${stderr}${stdout}`.replaceAll(`${shop.folder}/`, "");
      if (outcome instanceof RegExp) assert.ok(outcome.test(said), `${options}: ${outcome}\n${said}`);
      else {
        const { reviews } = await shop.published();
        const shown = reviews.map(({ author, rating, date, text, owner_reply: reply }) =>
          `${author}, ${rating}, ${date}: ${text}${reply === null ? "" : ` > ${reply.text}`}`
        );
        assert.deepEqual(shown.sort(), outcome, said);
      }
    }
  });
}

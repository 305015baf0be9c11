import { importFormat } from "../import_format.ts";

/** The monthly reports of the Google Play Console (`reviews_<app>_<month>.csv`, UTF-16). They name no authors. */
export const GOOGLE_PLAY = importFormat({
  name: "google-play",
  containers: ["csv"],
  marks: [["Package Name"], ["Star Rating"], ["Review Submit Date and Time"]],
  fields: {
    id: ["Review Link"],
    rating: ["Star Rating"],
    date: ["Review Submit Date and Time"],
    title: ["Review Title"],
    text: ["Review Text"],
    reply_text: ["Developer Reply Text"],
    reply_date: ["Developer Reply Date and Time"],
    updated: ["Review Last Update Date and Time"],
    place: ["Package Name"],
  },
  ignored: ("App Version *|Reviewer Language|Device|Review Submit Millis Since Epoch|" +
    "Review Last Update Millis Since Epoch|Developer Reply Millis Since Epoch").split("|"),
  source: "google-play",
  anonymousAuthor: "A Google Play user",
  // The link leads to the developer's console, so that only the id in it is read. Reviews without words have none.
  nativeId: (link) => /\breviewid=([^&#]+)/i.exec(link)?.[1] ?? link,
});

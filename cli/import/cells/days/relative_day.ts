const DAY_MS = 86_400_000;
// English, German, French, Spanish, Italian, Portuguese, Dutch: how Google's pages write it there.
const AGO = new RegExp(
  String.raw`^(?:(?:edited|bearbeitet|modifié|modificado|modificat[oa]|bewerkt):? +)?(?:(?:vor|il y a|hace|há) +)?` +
    String.raw`(an?|one|eine[mnr]?|une?|una?|um|uma|een|\d{1,4}) +(\p{L}{2,10})(?: +(?:ago|fa|atrás|geleden))?$`,
  "iu",
);
const IS_PAST = /\b(?:ago|fa|atrás|geleden)$|(?:^| )(?:vor|il y a|hace|há) /iu;
const BARE: ReadonlyMap<string, number> = new Map(
  [
    ["today heute aujourd'hui hoy oggi hoje vandaag", 0],
    ["yesterday gestern hier ayer ieri ontem gisteren", 1],
  ].flatMap(([words, days]) => `${words}`.split(" ").map((word) => [word, Number(days)] as const)).concat([[
    "just now",
    0,
  ]]),
);
const UNITS: ReadonlyMap<string, "year" | "month" | "week" | "day" | "less"> = new Map(
  ([
    ["year", "year years jahr jahren an ans année années año años anno anni ano anos jaar"],
    ["month", "month months monat monaten mois mes meses mese mesi mês maand maanden"],
    ["week", "week weeks woche wochen semaine semaines semana semanas settimana settimane weken"],
    ["day", "day days tag tagen jour jours día días giorno giorni dia dias dag dagen"],
    ["less", "second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi seconden"],
    ["less", "minute minutes minuten minuto minutos minuti minuut hour hours stunde stunden"],
    ["less", "heure heures hora horas ora ore uur uren"],
  ] as const).flatMap(([unit, words]) => words.split(" ").map((word) => [word, unit] as const)),
);

/**
 * The day that a relative date means, counted in the calendar: a month before 31 May is 30 April.
 *
 * @param from The day from which it counts, `YYYY-MM-DD`.
 * @returns Null if the text is no relative date.
 */
export function relativeDay(text: string, from: string): string | null {
  const written = text.trim().normalize("NFC").replaceAll("\u2019", "'");
  const days = BARE.get(written.toLowerCase());
  if (days !== undefined) return before(from, days);
  const [, amount = "", word = ""] = IS_PAST.test(written) ? AGO.exec(written) ?? [] : [];
  const number = /^\d/.test(amount) ? Number(amount) : 1;
  switch (UNITS.get(word.toLowerCase())) {
    case undefined:
      return null;
    case "year":
      return monthsBefore(from, number * 12);
    case "month":
      return monthsBefore(from, number);
    case "week":
      return before(from, number * 7);
    case "day":
      return before(from, number);
    case "less":
      return from;
  }
}

function before(from: string, days: number): string {
  return new Date(Date.parse(from) - days * DAY_MS).toISOString().slice(0, 10);
}

function monthsBefore(from: string, months: number): string {
  const [year = 0, month = 1, day = 1] = from.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(day, last))).toISOString().slice(
    0,
    10,
  );
}

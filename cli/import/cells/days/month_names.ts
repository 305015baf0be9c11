/** Names and abbreviations of the months, January first: English, German, French, Spanish, Italian, Portuguese, Dutch. */
const MONTHS = [
  "jan january januar janner janv janvier ene enero gen gennaio janeiro januari",
  "feb february februar feber fev fevr fevrier febrero febb febbraio fevereiro februari",
  "mar march mrz marz maerz mars marzo marco mrt maart",
  "apr april avr avril abr abril aprile",
  "may mai mayo mag maggio maio mei",
  "jun june juni juin junio giu giugno junho",
  "jul july juli juil juillet julio lug luglio julho",
  "aug august aout ago agosto augustus",
  "sep sept september septembre septiembre setiembre set sett settembre setembro",
  "oct october okt oktober octobre octubre ott ottobre out outubro",
  "nov november novembre noviembre novembro",
  "dec december dez dezember decembre dic diciembre dicembre dezembro",
];

const NUMBERS: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);

/** The number of the month that has this name, from 1; case and accents are no difference. Null if none has it. */
export function monthNumber(name: string): number | null {
  return NUMBERS.get(name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()) ?? null;
}

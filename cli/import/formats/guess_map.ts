import type { ColumnProfile } from "./column_profile.ts";
import { type FieldMap, MAPPED_FIELDS, type MappedField } from "./mapped_format.ts";
import type { Doubt } from "./understanding.ts";

/** What a field is known by. */
interface FieldRule {
  /** Words of names that speak for it. */
  readonly names: string;
  /** Words of names that speak for something else. */
  readonly not: string;
  /** How well the values fit, 0 (not at all) to 1. */
  readonly fits: (column: ColumnProfile) => number;
  /** Whether the values alone are not enough. */
  readonly needsName: boolean;
}

const REPLY = "reply replies replied response responses responded answer answers answered owner antwort antworten " +
  "geantwortet beantwortet respuesta reponse repondu risposta resposta reactie";
const PERSON = "user author reviewer customer client guest consumer member profile contact account staff employee";
const PLACE = "venue restaurant branch store shop hotel clinic filiale standort place business company location " +
  "outlet salon studio practice property site negozio tienda sucursal sede loja filial magasin etablissement agence " +
  "betrieb vestiging locality";
const PICTURE =
  "photo photos image images picture pictures img imgs foto fotos bild bilder media attachment attachments " +
  "thumbnail avatar logo icon video videos";
const LINK = "url urls link links permalink href uri website web";

/** What the fields are known by. Names are words without accents, in the languages of the dates. */
const RULES: Readonly<Record<MappedField, FieldRule>> = {
  rating: {
    names:
      "rating ratings rate stars star score points overall note bewertung sterne gesamtbewertung puntuacion puntaje " +
      "valoracion estrellas calificacion evaluation etoiles voto stelle valutazione nota avaliacao estrelas beoordeling " +
      "sterren value",
    not: `min max best worst lowest highest average avg mean total count counts number num votes vote helpful likes ` +
      `upvotes downvotes up down previous expected index position sentiment normalized id ${REPLY} ${PLACE} food ` +
      `service cleanliness staff comfort facilities ambiance atmosphere product shipping delivery quality price wifi`,
    fits: ({ share, distinct, filled }) =>
      share.rating < 0.9 ? 0 : (distinct > 1 || filled.size < 3 ? 0.6 : 0.3) + (1 - share.number) * 0.4,
    needsName: false,
  },
  recommendation: {
    names: "recommend recommends recommended recommendation weiterempfehlung empfohlen recomienda recomendado " +
      "recommande consiglia recomenda",
    not: "count total",
    fits: ({ share }) => share.recommendation >= 0.9 ? 1 : 0,
    needsName: true,
  },
  date: {
    names: "date day time timestamp created posted published submitted on at when written reviewed datum zeitpunkt " +
      "erstellt fecha data dia jour publie utc iso",
    not: `updated update modified edited edit scraped exported imported fetched crawled synced visit visited stay ` +
      `check checkin checkout arrival departure order ordered purchase purchased experience birth birthday approved ` +
      `expires due invited sent delivery delivered travel last aktualisiert geandert bestellt kauf besuch ${REPLY} ` +
      `completed service appointment booking joined`,
    fits: ({ share, distinct, filled, rows }) =>
      share.day < 0.9 ? 0 : 0.5 + 0.3 * filled.size / rows + (distinct > 1 ? 0.2 : 0),
    needsName: false,
  },
  title: {
    names: "title headline subject summary betreff titel uberschrift titulo titre titolo oggetto onderwerp kop",
    not: `product page job ${REPLY} ${PLACE} item post`,
    fits: (column) => isWorded(column) && column.length < 100 && isVaried(column, 0.3) ? 0.8 : 0,
    needsName: true,
  },
  text: {
    names: "text texts review comment comments body content message feedback words description kommentar rezension " +
      "bewertungstext bewertung comentario opinion resena avis commentaire texto testo recensione commento avaliacao tekst " +
      "opmerking testimonial said experience",
    not:
      `title headline subject question frage pregunta id date private admin internal note notes tag tags translated ` +
      `translation count rating score status url source type ${REPLY} product ${PLACE}`,
    fits: (column) =>
      !isWorded(column) || !isVaried(column, 0.4)
        ? 0
        : Math.min(1, (column.wordCount < 3 ? 0.1 : 0.5) + column.length / 200),
    needsName: false,
  },
  author: {
    names:
      "author reviewer customer client name user username guest nickname nick who by from kunde gast autor verfasser " +
      "nombre cliente nom auteur nome usuario utente consumer person display visitor patient",
    not:
      `${PLACE} product app page listing file source platform channel item lang language locale city country state ` +
      `email mail phone id ${LINK} ${PICTURE} agent employee technician staff title ip type level count service stylist ` +
      `doctor assigned manager handled first last sur ${REPLY} campaign device version`,
    fits: (column) =>
      !isWorded(column) || !isVaried(column, 0.34) || column.length > 45 || column.wordCount > 4 ||
        column.share.flag > 0.5
        ? 0
        : 0.2 + 0.6 * column.capitals / Math.max(1, column.wordCount / 2),
    needsName: false,
  },
  id: {
    names: "id uuid guid key nr no number num ref reference kennung numero nummer review",
    not:
      `${PERSON} product order store shop app page business place location company reservation booking parent post ` +
      `thread phone telephone tel invoice transaction count likes votes listing hotel ip item sku campaign ${REPLY} ${LINK}`,
    fits: ({ distinct, filled, rows, share, wordCount, length }) =>
      filled.size === rows && distinct === rows && wordCount <= 1 && length <= 100 && share.day < 0.5 && share.url < 0.5
        ? 0.8
        : 0,
    needsName: true,
  },
  source: {
    names:
      "source platform site channel network provider portal quelle plattform plataforma piattaforma origen origine origem canal canale kanal via",
    not: `${LINK} id ip medium campaign`,
    fits: (column) =>
      !isWorded(column) || column.length > 40 || column.distinct > Math.max(6, column.rows / 4)
        ? 0
        : 0.4 + 0.6 * column.share.platform,
    needsName: true,
  },
  source_url: {
    names: `${LINK} source review page`,
    not: `${PICTURE} ${PERSON} product logo ${PLACE.replace(" site", "")}`,
    fits: ({ share, distinct, filled }) =>
      share.url < 0.9 || share.image > 0.3 ? 0 : distinct * 2 > filled.size ? 0.8 : 0.1,
    needsName: true,
  },
  author_avatar_url: {
    names: "avatar profile user author reviewer photo picture image thumbnail",
    not: `product logo ${PLACE} review media`,
    fits: ({ share, words }) =>
      share.url > 0.9 && (words.includes("avatar") || hasOne(words, PICTURE) && hasOne(words, PERSON)) ? 1 : 0,
    needsName: true,
  },
  photos: {
    names: PICTURE,
    not: `avatar profile product logo count icon ${PERSON} ${PLACE}`,
    fits: ({ share, words }) =>
      share.url > 0.9 && !words.includes("avatar") && !(hasOne(words, PICTURE) && hasOne(words, PERSON))
        ? 0.4 + 0.6 * share.image
        : 0,
    needsName: true,
  },
  reply_text: {
    names: `${REPLY} text comment body content message`,
    not: "date time at on author name by id count status title time",
    fits: (column) =>
      isWorded(column) && hasOne(column.words, REPLY) && column.share.day < 0.5
        ? Math.min(1, 0.3 + column.wordCount / 10)
        : 0,
    needsName: true,
  },
  reply_date: {
    names: `${REPLY} date time at on created datum am fecha`,
    not: "text",
    fits: ({ share, words }) => share.day > 0.9 && hasOne(words, REPLY) ? 1 : 0,
    needsName: true,
  },
  verified: {
    names:
      "verified verifiziert verificado verificada verifie verificato geverifieerd verify verification purchase buyer",
    not: `email phone ${REPLY}`,
    fits: ({ share }) => share.flag > 0.9 ? 1 : 0,
    needsName: true,
  },
  status: {
    names: "status state published publish approved approval visible visibility public moderation live shown display " +
      "displayed active online freigegeben veroffentlicht sichtbar publicado aprobado estado visible publie approuve statut " +
      "pubblicato approvato stato publicada aprovado gepubliceerd",
    not: `order payment shipping delivery email business user customer verified verification ${REPLY}`,
    fits: ({ share, distinct }) =>
      share.state >= 0.5 && share.day < 0.5 && distinct <= MOST_STATES ? 0.5 + share.state / 2 : 0,
    needsName: true,
  },
  hidden: {
    names:
      "hidden deleted archived spam removed blocked rejected trashed trash flagged private draft unlisted suppressed " +
      "versteckt ausgeblendet geloscht verborgen oculto eliminado borrado masque supprime nascosto eliminato excluido",
    not: `count reason ${REPLY}`,
    fits: ({ share, words }) => share.flag > 0.9 && words.length > 0 ? 1 : 0,
    needsName: true,
  },
  place: {
    names: `${PLACE} name`,
    not: `${LINK} ${PICTURE} address city country phone email rating score total count average ${PERSON} ${REPLY} ` +
      "user page product id url date source type category",
    fits: ({ distinct, filled, share, length, words, wordCount }) =>
      share.day > 0.5 || share.url > 0.5 || share.flag > 0.9 || length > 60 || wordCount > 8 || !hasOne(words, PLACE)
        ? 0
        : distinct * 2 <= filled.size
        ? 0.9
        : distinct < filled.size
        ? 0.5
        : 0,
    needsName: true,
  },
  product: {
    names: "product products item article artikel produkt producto produit prodotto produto name title",
    not: `${LINK} ${PICTURE} id sku price rating count handle number type category ${PERSON}`,
    fits: (column) =>
      isWorded(column) && column.length < 120 &&
        hasOne(column.words, "product item article artikel produkt producto produit prodotto produto")
        ? 0.7
        : 0,
    needsName: true,
  },
  visit_type: {
    names: "trip visit travel traveler traveller type reisetyp reiseart",
    not: "date day time id",
    fits: (column) =>
      isWorded(column) && column.distinct * 2 <= column.rows &&
        hasOne(column.words, "trip visit travel traveler traveller reisetyp reiseart")
        ? 0.7
        : 0,
    needsName: true,
  },
};

/** Columns of any origin for which a review has no field, by the words of their names. */
const NEVER_USED =
  "email mail phone telephone telefon ip language lang locale sprache idioma langue lingua taal mobile";

/** Words of names whose values name something, and say nothing of it. */
const IDS = "id ids uuid guid gid key sku asin number nr no num kennung numero nummer";

/** A column with more different values is none of states. */
const MOST_STATES = 12;

/** Reviews have no field for how many found them helpful. */
const COUNTS = "likes like helpful unhelpful votes vote upvotes downvotes useful funny cool count counts";

/** A guess: which column has which field, and how sure that is. */
export interface Guess {
  readonly map: FieldMap;
  /** How well the column of a field fits: below 1 by its values alone. */
  readonly scores: ReadonlyMap<MappedField, number>;
  readonly doubts: readonly Doubt[];
  /** The best rating, if not 5. */
  readonly scale?: number | undefined;
}

/** A second column that fits this well, measured by the first, is a doubt. */
const RIVAL_SHARE = 0.85;

/**
 * Guesses which columns hold what: each field gets the column that fits it best by what its cells hold; names only add.
 *
 * @param columns The columns that nothing else reads.
 * @param taken Fields that are read from other columns.
 */
export function guessMap(columns: readonly ColumnProfile[], taken: ReadonlySet<MappedField> = new Set()): Guess {
  const open = columns.filter(({ filled, words }) => filled.size > 0 && !hasOne(words, NEVER_USED));
  const pairs = MAPPED_FIELDS.filter((field) => !taken.has(field)).flatMap((field) =>
    open.map((column) => ({ field, column, score: fieldScore(field, column) })).filter(({ score }) => score > 0)
  ).sort((a, b) => b.score - a.score);
  const chosen = new Map<MappedField, (typeof pairs)[number]>();
  const used = new Set<ColumnProfile>();
  const take = (pair: (typeof pairs)[number]) => {
    chosen.set(pair.field, pair);
    used.add(pair.column);
  };
  // What goes with another field is looked for again when all that fits better is chosen.
  for (const pair of [...pairs, ...pairs]) {
    if (!chosen.has(pair.field) && !used.has(pair.column) && fitsOthers(pair, chosen)) take(pair);
  }
  const only = chosen.get("reply_text");
  if (only !== undefined && !chosen.has("text") && !taken.has("text")) {
    // The only words of a survey may be called a response.
    chosen.delete("reply_text");
    chosen.delete("reply_date");
    chosen.set("text", { ...only, field: "text" });
  }
  const doubts: Doubt[] = [];
  for (const [field, { column, score }] of chosen) {
    const rival = pairs.find((pair) =>
      pair.field === field && !used.has(pair.column) && pair.score >= score * RIVAL_SHARE
    );
    if (rival !== undefined) doubts.push({ field, column: column.name, rival: rival.column.name });
  }
  for (const column of open) {
    if (!used.has(column) && isStateColumn(column)) {
      doubts.push({ field: "status", column: "none", rival: column.name });
    }
  }
  const best = chosen.get("rating")?.column;
  const scale = best === undefined ? undefined : ratingScale(best);
  if (best !== undefined && scale !== undefined && best.largest <= 5) {
    doubts.push({ field: "scale", column: String(scale), rival: "5" });
  }
  const inOrder = MAPPED_FIELDS.flatMap((field) => {
    const pair = chosen.get(field);
    return pair === undefined ? [] : [pair];
  });
  return {
    map: new Map(inOrder.map(({ field, column }) => [field, column.name])),
    scores: new Map(inOrder.map(({ field, score }) => [field, score])),
    doubts,
    scale,
  };
}

/** Whether a choice goes with the others: a day of a reply with its text, a recommendation without stars. */
function fitsOthers(
  { field, column }: { field: MappedField; column: ColumnProfile },
  chosen: ReadonlyMap<MappedField, { readonly column: ColumnProfile }>,
): boolean {
  if (field === "recommendation") return !chosen.has("rating");
  const text = chosen.get("reply_text")?.column;
  return field !== "reply_date" || text !== undefined && [...column.filled].every((row) => text.filled.has(row));
}

function fieldScore(field: MappedField, column: ColumnProfile): number {
  const { fits, needsName } = RULES[field];
  const value = fits(column);
  const { named, against } = nameFits(field, column);
  if (value === 0 || needsName && named <= against) return 0;
  if (field !== "id" && field !== "place" && hasOne(column.words, IDS)) return 0;
  return Math.max(0.01, value + named / Math.max(1, column.words.length) * 1.2 - against * 0.8);
}

/** How many words of a column's name speak for a field, and how many for something else. */
function nameFits(field: MappedField, { words }: ColumnProfile): { readonly named: number; readonly against: number } {
  const { names, not } = RULES[field];
  const named = words.filter((word) => hasOne([word], names)).length;
  return { named, against: words.filter((word) => hasOne([word], not) && !hasOne([word], names)).length };
}

/** The best rating, if the values or the name show another than 5. */
function ratingScale({ largest, words, share }: ColumnProfile): number | undefined {
  if (share.number < 0.5) return undefined;
  if (largest > 5) return largest > 10 ? 100 : 10;
  return words.includes("100") ? 100 : words.includes("10") || words.includes("nps") ? 10 : undefined;
}

/** A column that names the place, for a map that has none; null if there is none. */
export function placeColumn(columns: readonly ColumnProfile[]): string | null {
  const found = columns.map((column) => ({ column, score: fieldScore("place", column) }))
    .filter(({ column, score }) => score > 0 && column.distinct > 1)
    .sort((a, b) => b.score - a.score)[0];
  return found?.column.name ?? null;
}

/** Whether a column that nothing reads may say that a review is not shown, in words that are known or not. */
export function isStateColumn(column: ColumnProfile): boolean {
  return (["status", "hidden"] as const).some((field) => {
    const { named, against } = nameFits(field, column);
    return named > against && column.distinct <= MOST_STATES && (field === "hidden" || column.share.day < 0.5);
  });
}

/** Whether a column that nothing reads may be what the review says: words, stars, or whether it is shown. */
export function isTelling(column: ColumnProfile): boolean {
  const isProse = isWorded(column) && column.wordCount >= 3 && column.length > 15 && isVaried(column, 0.3);
  const rating = nameFits("rating", column);
  return isProse || isStateColumn(column) || rating.named > 0 && RULES.rating.fits(column) > 0;
}

/** Whether a review has no field for a column of this name, wherever it comes from. */
export function isNeverUsed({ words, share }: ColumnProfile): boolean {
  return hasOne(words, NEVER_USED) || share.number === 1 && hasOne(words, COUNTS) ||
    hasOne(words, IDS) && !hasOne(words, PLACE);
}

function isWorded({ length, share, wordCount }: ColumnProfile): boolean {
  return wordCount > 0 && share.list < 0.5 && length >= 2 && share.number < 0.5 && share.day < 0.5 && share.url < 0.5 &&
    share.language < 0.9;
}

/** Whether at least this share of the values is different; a few rows may be alike by chance. */
function isVaried({ distinct, filled }: ColumnProfile, least: number): boolean {
  return filled.size <= 2 || distinct >= filled.size * least;
}

function hasOne(words: readonly string[], list: string): boolean {
  return words.some((word) => wordsOf(list).has(word));
}

const LISTS = new Map<string, ReadonlySet<string>>();

function wordsOf(list: string): ReadonlySet<string> {
  const known = LISTS.get(list) ?? new Set(list.split(" "));
  LISTS.set(list, known);
  return known;
}

/** A column map as the options that state it. */
export function mapOptions(map: FieldMap): string {
  return [...map].map(([field, column]) => `--map ${shellWord(`${field}=${column}`)}`).join(" ");
}

/** A word of a command line, quoted where a shell needs it. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

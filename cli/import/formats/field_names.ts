import type { MappedField } from "./mapped_format.ts";

// Words of names of columns, in lower case and without accents, in the languages of the cells. `*` stands for any rest.

/** Of an answer to a review. */
export const REPLY =
  "repl* response* responded answer* antwort* geantwortet beantwortet respuesta* repons* repondu rispost* respost* reactie*";
/** Of whoever answers. */
export const OWNER =
  "owner* anbieter* inhaber* betreiber* proveedor* propietari* proprieta* fournisseur* titolare gestore " +
  "fornitore* management provider merchant seller host developer";
/** Of people. */
export const PERSON =
  "user author* reviewer* customer* client* guest* consumer* member* profile contact* account staff employee*";
/** Of what is reviewed. */
export const PLACE =
  "venue* restaurant* branch* store* shop hotel* clinic* filial* standort* niederlassung* place business " +
  "company location* outlet* salon* studio* practice property negozio tienda* sucursal* sede loja magasin etablissement* " +
  "agence betrieb* vestiging* ristorante*";
/** Those of them that may as well be of the reviewer. */
export const LOOSE_PLACE = "place business company location* practice property site";
/** Of what brings reviews. */
export const PLATFORM = "platform* plattform* plataforma piattaforma site portal* network channel*";
/** Of pictures. */
export const PICTURE = "photo* image* picture* pictures img* foto* bild* media attachment* thumbnail* video*";
/** Of addresses in the web. */
export const LINK = "url* link* permalink href uri website web";
/** Of products. */
export const PRODUCT = "product* item article artikel produkt* producto* produit* prodotto* produto*";
/** Of visits. */
export const VISIT = "trip visit* travel* reisetyp reiseart";
/** Of what names something, and says nothing of it. */
export const IDS = "id ids uuid guid gid key sku asin number nr no num kennung numero nummer";
/** Of what a review has no field for, wherever it comes from. */
export const NEVER_USED =
  "email mail mails phone* telephone* telefon* ip language* lang locale sprache idioma langue lingua taal mobile";
/** Of how many found a review helpful, or how many there are. */
export const COUNTS = "like likes helpful unhelpful vote* upvotes downvotes useful funny cool count*";

/** Of what turns the name of a column around: "Do not publish". */
export const NEGATION = "not nicht pas non nao niet dont";
/** Of authors who are not named. */
export const ANONYMITY = "anonym* anonim* anoniem* incognito";
/** Of entries that are no reviews, in the values of a column. */
export const NO_REVIEW =
  "internal intern interne interno interna test tests testing question* frage* pregunta* domanda* " +
  "pergunta* vraag vragen inquiry enquiry anfrage* complaint* beschwerde* plainte* queja* reclam* reklamation* klacht*";

/** The words that speak for a field, and for something else. */
export const FIELD_NAMES: Readonly<Record<MappedField, { readonly names: string; readonly not: string }>> = {
  id: {
    names: "id uuid guid key nr no number num ref reference kennung numero nummer review",
    not:
      `${PERSON} ${PRODUCT} ${PLACE} ${COUNTS} ${REPLY} ${LINK} order* app page reservation* booking* parent post thread ` +
      "phone telephone tel invoice transaction listing ip sku campaign",
  },
  author: {
    names:
      "author* reviewer* customer* client cliente name nombre nom nome user username guest* nick* who by from kunde* gast " +
      "gastes autor* auteur verfasser* usuario* utente consumer person display visitor patient*",
    not:
      `${PLACE} ${PRODUCT} ${LINK} ${PICTURE} ${REPLY} ${OWNER} avatar app page listing file source platform channel city ` +
      "country state email mail phone ip agent employee* technician* staff title type level count service stylist doctor " +
      "assigned manager handled first last sur campaign device version",
  },
  anonymous: {
    names: ANONYMITY,
    not: `id ids uuid count* ${LINK} ${REPLY}`,
  },
  author_avatar_url: {
    names: `avatar profile user author reviewer ${PICTURE}`,
    not: `product logo review media ${PLACE}`,
  },
  rating: {
    names:
      "rating* rate stars star score* points overall global* general* gesamt* complessiv* note *note bewertung* *bewertung puntu* " +
      "valoracion* estrella* calific* evaluation* etoile* voto stelle valutazion* nota avalia* estrela* beoordeling* sterne* " +
      "sterren value",
    not:
      `min max best worst lowest highest average avg mean total* votes vote helpful like* upvotes downvotes up down count* ` +
      `previous expected index position sentiment normalized ${REPLY} ${PRODUCT} food service* clean* staff comfort facilit* ` +
      "ambian* atmosph* shipping deliver* quali* price preis* prix precio prezzo wifi cuisine kuche essen cocina cucina comida " +
      "cibo servicio servizio sauber* limpieza pulizia propre* lage ubicac* posizione emplac* money room* zimmer* personal*",
  },
  recommendation: {
    names: "recommend* weiterempf* empfohlen recomend* recomiend* recommand* consigli*",
    not: "count* total",
  },
  date: {
    names:
      "date* day time* created* posted published* submitted on at am when written review* datum *datum zeit* erstellt* " +
      "bewertet bewertung* abgegeben fecha data dia jour publie* avis resena recensione avaliacao utc iso",
    not:
      `updat* modif* edit* scrap* export* import* fetch* crawl* sync* visit* besuch* aufenthalt* stay* estancia sejour ` +
      `soggiorno reise* travel* trip viaje reserva* prenot* buchung* booking* check* arrival* anreise* abreise* departure ` +
      `order* bestell* purchas* kauf* compra* achat* acquist* experience* birth* geburt* approv* expir* due invit* sent ` +
      `deliver* liefer* last letzte* aktualis* geandert* bezoek* verblijf* complet* service* appointment* termin* joined ` +
      `${REPLY} millis`,
  },
  text: {
    names:
      "text* *text review* comment* body content message* feedback words description kommentar* rezension* bewertung* " +
      "comentario* opinion* resena* avis testo recension* avalia* tekst opmerking* testimonial* said experience erfahrung* meinung*",
    not:
      `title headline subject question frage pregunta date private admin internal intern* note notes tag tags translat* ` +
      `count rating* score* status source type ${REPLY} ${OWNER} ${PRODUCT} ${PLACE}`,
  },
  title: {
    names: "title headline subject summary betreff titel uberschrift titulo titre titolo oggetto onderwerp kop",
    not: `${PRODUCT} ${REPLY} ${PLACE} page job post`,
  },
  source: {
    names: `${PLATFORM} source* provider quelle orige* origin* canal* kanal via`,
    not: `${LINK} id ip medium campaign`,
  },
  source_url: {
    names: `${LINK} source review page`,
    not: `${PICTURE} ${PERSON} ${PRODUCT} ${PLACE} avatar logo icon`,
  },
  reply_text: {
    names: `${REPLY} ${OWNER} text comment* kommentar* commentaire* comentario* body content message`,
    not: "date time at on author name by id count status title",
  },
  reply_date: {
    names: `${REPLY} ${OWNER} date* time at on am created datum fecha data`,
    not: "text",
  },
  verified: {
    names: "verif* geverifieerd purchase buyer",
    not: `email phone ${REPLY}`,
  },
  status: {
    names:
      "status* state publish* approv* visib* public* moderat* live shown display* active online freig* veroffentlich* " +
      "sichtbar* aprob* aprov* estado* publi* statut* pubblic* stato gepubliceerd*",
    not:
      `order payment shipping delivery email business user customer publisher verif* ${NEGATION} ${ANONYMITY} ${REPLY}`,
  },
  consent: {
    names:
      "consent* permission* may can darf durfen einwillig* zustimm* einverst* consens* autori* acept* agree* allow* erlaub* " +
      "peut puis podemos possiamo",
    not: `email marketing newsletter contact* kontakt* privacy datenschutz cookie* ${NEGATION} ${ANONYMITY}`,
  },
  hidden: {
    names: `${NEGATION} ` +
      "hidden delet* archiv* spam remov* block* reject* trash* flag* privat* draft* unlist* suppress* pending filtered " +
      "awaiting unapproved unpublished withdrawn suspended withheld gesperrt internal intern interno interna interne " +
      "versteckt ausgeblendet gelosch* verborgen ocult* eliminad* borrad* masque* " +
      "supprim* nascost* eliminat* esclus*",
    not: `count* reason ${ANONYMITY} ${REPLY}`,
  },
  place: {
    names: `${PLACE} site name`,
    not:
      `${LINK} ${PICTURE} ${PERSON} ${REPLY} ${PRODUCT} address city country phone email rating* score* total* count* average ` +
      "page date source type category",
  },
  photos: {
    names: PICTURE,
    not: `avatar profile product logo icon count* ${PERSON} ${PLACE}`,
  },
  product: {
    names: `${PRODUCT} name title`,
    not: `${LINK} ${PICTURE} ${PERSON} id sku price rating* count* handle number type category`,
  },
  visit_type: {
    names: `${VISIT} type`,
    not: "date day time id",
  },
};

const PATTERNS = new Map<string, RegExp>();

/** Whether one of the words is in a list. */
export function hasOne(words: readonly string[], list: string): boolean {
  let pattern = PATTERNS.get(list);
  if (pattern === undefined) {
    const words = list.split(/\s+/).map((word) => word.replaceAll("*", String.raw`[\p{L}\d]*`));
    pattern = new RegExp(`^(?:${words.join("|")})$`, "u");
    PATTERNS.set(list, pattern);
  }
  return words.some((word) => pattern.test(word));
}

import { ATTACKS } from "./attacks.ts";

const SHORT = 480;

/** Files for `deno task import` in which every text is an attack: reviews, replies, business, roster. */
export async function attackFiles(folder: string): Promise<{ readonly reviews: string; readonly business: string }> {
  const short = ATTACKS.map((text) => text.slice(0, SHORT));
  const named = short.map((text, at) => `x${at} ${text}`);
  const business = {
    name: short.slice(0, 4).join(" ").slice(0, SHORT),
    description: ATTACKS.join("\n").slice(0, 5000),
    telephone: short[2],
    category: short[0],
    address: {
      street_address: short[1],
      locality: short[3],
      region: short[9],
      postal_code: short[5],
      country: short[4],
    },
    opening_hours: short,
    services: named.map((label, at) => ({ id: `service-${at}`, label, aliases: [`gadget${at}`] })),
    service_areas: named.map((label, at) => ({ id: `area-${at}`, label, aliases: [`village${at}`] })),
    technicians: named.map((name, at) => ({ id: `person-${at}`, name, aliases: [`Person${at}`] })),
  };
  const reviews = ATTACKS.map((text, at) => ({
    id: `attack ${at}`,
    author: text.slice(0, 180),
    rating: at % 5 + 1,
    date: `2026-10-${String(at + 1).padStart(2, "0")}`,
    text: `Person${at} repaired gadget${at} in village${at}. Great work, friendly. ${text}`,
    source: text.slice(0, 90),
    owner_reply: { text, date: "2026-11-01" },
  }));
  const files = { reviews: `${folder}/attacks.json`, business: `${folder}/business.json` };
  await Deno.writeTextFile(files.business, JSON.stringify(business));
  await Deno.writeTextFile(files.reviews, JSON.stringify(reviews));
  return files;
}

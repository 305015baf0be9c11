const CLUSTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

/** True if a text may be cut before this code unit: no accent is separated from its letter, and no emoji is halved. */
export function endsBetweenClusters(text: string, end: number): boolean {
  return end === text.length || CLUSTERS.segment(text).containing(end)?.index === end;
}

/** Who the service is, to those who connect to it. */
export const SERVICE = {
  name: "public-reviews",
  title: "Public Reviews Service",
  version: "1.0.0",
} as const;

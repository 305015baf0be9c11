import { Buffer } from "node:buffer";
import type { Picture, PictureSize } from "../../domain/picture.ts";

/** Where pages show a picture of the business. */
export type PictureRole = "logo" | "cover" | "photo";

interface Versions {
  /** In pixels. */
  readonly widths: readonly number[];
  /** Width by height to which the picture is cut; null for its own shape. */
  readonly ratio: number | null;
  /** Quality of WebP, from 1 to 100. Edges of a logo show what a photo hides. */
  readonly quality: number;
}

const VERSIONS: Readonly<Record<PictureRole, Versions>> = {
  logo: { widths: [160], ratio: null, quality: 90 },
  cover: { widths: [800, 1600], ratio: 3, quality: 62 },
  photo: { widths: [240, 640], ratio: 4 / 3, quality: 62 },
};

/**
 * Adds smaller versions to a picture without any, cut to its middle. None is larger than the picture. A file that the
 * codec cannot read stays as it is, because a browser may show it.
 */
export async function inSizes(picture: Picture, role: PictureRole): Promise<Picture> {
  if (picture.sizes !== undefined || picture.type === "image/svg+xml") return picture;
  const { Gravity, ImageMagick, MagickError, MagickFormat } = await (codec ??= loadCodec());
  const { widths, ratio, quality } = VERSIONS[role];
  const sizes: PictureSize[] = [];
  try {
    ImageMagick.read(new Uint8Array(Buffer.from(picture.base64, "base64")), (image) => {
      image.autoOrient();
      // The pixels are turned now. A colour profile stays.
      image.removeProfile("exif");
      image.quality = quality;
      if (ratio !== null) {
        const width = Math.min(image.width, Math.round(image.height * ratio));
        image.crop(width, Math.min(image.height, Math.round(width / ratio)), Gravity.Center);
      }
      const whole = image.width;
      // From the largest to the smallest, each from the one before, which is faster.
      for (const width of new Set(widths.toReversed().map((width) => Math.min(width, whole)))) {
        image.resize(width, 0);
        const base64 = image.write(MagickFormat.WebP, (bytes) => Buffer.from(bytes).toString("base64"));
        sizes.unshift({ width, base64 });
      }
    });
  } catch (error) {
    if (error instanceof MagickError) return picture;
    throw error;
  }
  return { ...picture, sizes };
}

let codec: ReturnType<typeof loadCodec> | undefined;

/** Loads the codec, which has 15 MB, with the first picture. */
async function loadCodec() {
  const magick = await import("@imagemagick/magick-wasm");
  const bytes = await Deno.readFile(new URL(import.meta.resolve("@imagemagick/magick-wasm/magick.wasm")));
  await magick.initializeImageMagick(bytes);
  return magick;
}

import sharp from 'sharp'
import type { Pictures } from '../../ports/pictures.ts'
import { rasterType } from '../raster.ts'

const sidePixels = 512
/** Told by the head of the file, before a pixel is decoded: a bomb of 16,000 by 16,000 is refused at once. */
const mostPixels = 24_000_000
const longestSeconds = 10

/** Pictures by libvips, which decodes and encodes in threads of its own: one at a time, so that they take one core at most. */
export function sharpPictures(): Pictures {
  sharp.cache(false)
  sharp.concurrency(1)
  let last: Promise<unknown> = Promise.resolve()
  return {
    portrait(bytes) {
      // Formats that are documents rather than pictures are not even given to the decoder.
      if (rasterType(bytes) === null) return Promise.resolve(null)
      const made = last.then(() => encode(bytes).catch(() => null))
      last = made
      return made
    },
  }
}

/** Anything that is written anew holds neither what was hidden in the file nor what it said about itself. */
const encode = (bytes: Uint8Array): Promise<Uint8Array> =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    .timeout({ seconds: longestSeconds })
    .autoOrient()
    .resize(sidePixels, sidePixels, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()

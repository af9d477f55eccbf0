import sharp from 'sharp'
import type { Pictures } from '../../ports/pictures.ts'
import { rasterType } from '../raster.ts'

const sidePixels = 512
/** Checked in the header of the file before decoding, so that a decompression bomb is refused at once. */
const maxPixels = 24_000_000
const maxSeconds = 10

/** Uses libvips, which has its own threads. Processes one picture at a time, so that it takes at most one core. */
export function sharpPictures(): Pictures {
  sharp.cache(false)
  sharp.concurrency(1)
  let last: Promise<unknown> = Promise.resolve()
  return {
    portrait(bytes) {
      // Document formats, such as SVG, are never given to the decoder.
      if (rasterType(bytes) === null) return Promise.resolve(null)
      const portrait = last.then(() => encode(bytes).catch(() => null))
      last = portrait
      return portrait
    },
  }
}

/** Re-encoding removes metadata and anything hidden in the file. */
const encode = (bytes: Uint8Array): Promise<Uint8Array> =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .resize(sidePixels, sidePixels, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()

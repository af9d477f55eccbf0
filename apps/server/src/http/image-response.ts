import type { FetchedImage } from '../ports/images.ts'

/** Serves a third-party picture so that browsers never execute it, even when opened as a page. */
export const imageResponse = (image: FetchedImage, caching: string): Response =>
  new Response(Buffer.from(image.bytes), {
    headers: {
      'Content-Type': image.contentType,
      'Content-Length': String(image.bytes.byteLength),
      'Cache-Control': caching,
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })

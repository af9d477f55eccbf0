import type { FetchedImage } from '../ports/images.ts'

/**
 * The image type according to the first bytes, not to a declared content type. Null for everything else, such as SVG and HTML.
 */
export const rasterType = (bytes: Uint8Array): FetchedImage['contentType'] | null => {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif'
  return null
}

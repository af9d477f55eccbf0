import type { Clock } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'

const purpose = 'thumbnail'
const weekMs = 7 * 24 * 3600 * 1000

/**
 * The thumbnail of one video. An `<img>` sends no bearer token, so the address is signed. With `isFresh` the server fetches it from
 * YouTube each time, so that the response does not reveal whether it is stored.
 */
export interface ThumbnailGrant {
  videoId: string
  isFresh: boolean
}

/** Path and query of a thumbnail. Unchanged for a week, so that browsers cache it; valid for one to two weeks. */
export function thumbnailLink({ videoId, isFresh }: ThumbnailGrant, signer: Signer, clock: Clock): string {
  const expires = Math.ceil((clock.now().getTime() + weekMs) / weekMs) * weekMs
  const signature = signer.sign(purpose, signedText({ videoId, isFresh }, expires))
  return `/thumbnails/${videoId}.jpg?${isFresh ? 'fresh=1&' : ''}expires=${expires}&signature=${signature}`
}

/** Verifies a signed address. Null when the signature is wrong or expired. */
export function readThumbnailLink(
  link: { file: string; fresh?: string; expires?: string; signature?: string },
  signer: Signer,
  clock: Clock,
): ThumbnailGrant | null {
  const grant = { videoId: link.file.replace(/\.jpg$/, ''), isFresh: link.fresh === '1' }
  const expires = Number(link.expires)
  if (!link.file.endsWith('.jpg') || !signer.verify(purpose, signedText(grant, expires), link.signature ?? ''))
    return null
  return clock.now().getTime() < expires ? grant : null
}

const signedText = ({ videoId, isFresh }: ThumbnailGrant, expires: number): string =>
  [videoId, isFresh ? 'fresh' : 'stored', expires].join('|')

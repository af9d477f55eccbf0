import type { Images } from '../../ports/images.ts'
import { OutboundError } from '../outbound/fetch.ts'
import { type GuardedFetchConfig, guardedFetch } from '../outbound/guarded-fetch.ts'
import { rasterType } from './raster.ts'

/** Where YouTube keeps pictures of videos and channels. */
export const pictureHosts: ReadonlySet<string> = new Set([
  'i.ytimg.com',
  ...Array.from({ length: 9 }, (_, index) => `i${index + 1}.ytimg.com`),
  'img.youtube.com',
  'yt3.ggpht.com',
  'yt3.googleusercontent.com',
  'lh3.googleusercontent.com',
])

const DEADLINE_MS = 3_000
const MAX_BYTES = 2 * 1024 * 1024

/** Pictures through the guarded connector. Nothing of the asker's is passed on: no cookie, no header. */
export const guardedImages = (config: Omit<GuardedFetchConfig, 'hosts'> = {}): Images => {
  const fetch = guardedFetch({ ...config, hosts: pictureHosts })
  const headers = { accept: 'image/webp,image/jpeg,image/png', 'accept-encoding': 'identity' }
  return {
    async fetch(url, { signal } = {}) {
      const answer = await fetch({ url, headers, signal, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES }).catch(
        error => {
          if (!(error instanceof OutboundError)) throw error
          return null
        },
      )
      const contentType = answer?.status === 200 ? rasterType(answer.body) : null
      return answer === null || contentType === null ? null : { bytes: answer.body, contentType }
    },
  }
}

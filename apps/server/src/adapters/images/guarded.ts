import { pictureHosts } from '@recaps/domain/picture-url'
import type { Images } from '../../ports/images.ts'
import { OutboundError } from '../outbound/fetch.ts'
import { type GuardedFetchConfig, guardedFetch } from '../outbound/guarded-fetch.ts'
import { rasterType } from '../raster.ts'

const DEADLINE_MS = 3_000
const MAX_BYTES = 2 * 1024 * 1024

/** Fetches images through the guarded connector. Passes on no cookies or headers of the user. */
export const guardedImages = (config: Omit<GuardedFetchConfig, 'hosts'> = {}): Images => {
  const fetch = guardedFetch({ ...config, hosts: pictureHosts })
  const headers = { accept: 'image/webp,image/jpeg,image/png', 'accept-encoding': 'identity' }
  return {
    async fetch(url, { signal } = {}) {
      const response = await fetch({ url, headers, signal, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES }).catch(
        error => {
          if (!(error instanceof OutboundError)) throw error
          return null
        },
      )
      const contentType = response?.status === 200 ? rasterType(response.body) : null
      return response === null || contentType === null ? null : { bytes: response.body, contentType }
    },
  }
}

import { maxPageTokenLength, searchQuery } from '@recaps/contract/youtube'
import { expect, it } from 'vitest'
import { hmacSigner } from '../../adapters/signer/hmac.ts'
import { systemClock } from '../../ports/clock.ts'
import type { Storage } from '../../ports/storage.ts'
import { createYoutube } from './service.ts'

const nextPage = async (length: number) => {
  const search = async () => ({ items: [], continuation: 'c'.repeat(length) })
  const youtube = createYoutube({
    search: { channels: search, videos: search },
    images: { fetch: async () => null },
    storage: {} as Storage,
    signer: hmacSigner('a secret of this test'),
    clock: systemClock,
  })
  return (await youtube.videos('the sea')).nextPageToken
}

it('creates a page token that the contract accepts', async () => {
  const page = await nextPage(5_000)
  expect(page!.length).toBeLessThanOrEqual(maxPageTokenLength)
  expect(searchQuery.safeParse({ query: 'the sea', page }).success).toBe(true)
})

it('ends the search results when the next page token would be longer than the contract allows', async () => {
  expect(await nextPage(5_200)).toBeUndefined()
})

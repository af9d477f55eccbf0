import { failures, videoFailureSentence } from '@recaps/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type OpenedApp, openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const ids = ['dQw4w9WgXcQ', 'aBcDeFgHiJk', 'zYxWvUtSrQp'] as const
const links = ids.map(id => `https://youtu.be/${id}`)

const box = () => screen.findByRole('textbox', { name: 'YouTube link, video ID or search' })
const button = (name: string) => screen.findByRole('button', { name })
const created = (api: OpenedApp['api']) => [...api.world.summaries.values()].map(({ videoInfo }) => videoInfo.videoId)

/** Opens the page and pastes three links. */
async function open(setUp?: (api: OpenedApp['api']) => void) {
  const videos = ids.map(
    (videoId, at) => [videoId, { videoInfo: { ...sampleSummary(at + 1, Date.now()).videoInfo, videoId } }] as const,
  )
  const app = openApp('/tabs/summarize', { world: createWorld({ videos: new Map(videos) }), setUp })
  fireEvent.change(await box(), { target: { value: links.join('\n') } })
  return app
}

describe('retrying several links', () => {
  test.each([
    ['a network failure', () => Response.error(), /Couldn’t reach the service/],
    ['too many requests', 'too_many_requests', failures.too_many_requests.sentence],
    ['an unavailable service', 'unavailable', failures.unavailable.sentence],
  ] as const)('requests links again with the same button after %s', async (_, fault, sentence) => {
    const { user, api } = await open(api => api.break('summaries.request', fault))
    await user.click(await button('Generate 3 summaries'))
    expect(await screen.findAllByText(sentence)).toHaveLength(3)
    api.repair('summaries.request')
    await user.click(await button('Generate 3 summaries'))
    await waitFor(async () => expect(await box()).toHaveValue(''))
    expect(created(api)).toEqual([...ids])
  })

  test('does not retry a permanently rejected link with the others', async () => {
    const codes = ['blocked', 'unavailable', 'unavailable'] as const
    const refusals = codes.map(code => {
      const { status, sentence } = failures[code]
      return Response.json({ error: sentence, code, requestId: 'r' }, { status })
    })
    const { user, api } = await open(api => api.break('summaries.request', () => refusals.shift()!))
    await user.click(await button('Generate 3 summaries'))
    expect(await screen.findAllByText(failures.unavailable.sentence)).toHaveLength(2)
    api.repair('summaries.request')
    await user.click(await button('Generate 2 summaries'))
    await waitFor(() => expect(created(api)).toEqual([ids[1], ids[2]]))
    expect(await box()).toHaveValue(links[0])
  })

  test.each([
    ['a network failure', () => Response.error(), /Couldn’t reach the service/],
    ['too many requests', 'too_many_requests', failures.too_many_requests.sentence],
  ] as const)('reloads the previews of links that failed because of %s', async (_, fault, sentence) => {
    const { user, api } = await open(api => api.break('summaries.preview', fault))
    expect(await screen.findAllByText(sentence)).toHaveLength(3)
    expect(screen.queryByRole('button', { name: /^Generate \d/ })).not.toBeInTheDocument()
    api.repair('summaries.preview')
    await user.click(await button('Retry 3 links'))
    expect(await screen.findByText(/^Why bridges hum/)).toBeInTheDocument()
    expect(await button('Generate 3 summaries')).toBeEnabled()
    expect(screen.queryByRole('button', { name: /^Retry/ })).not.toBeInTheDocument()
  })

  test('shows that YouTube does not respond for one link, and requests it with the others', async () => {
    const sentence = videoFailureSentence('network')
    const { user, api } = await open(({ world }) => {
      world.videos.set(ids[2], { ...world.videos.get(ids[2])!, code: 'network', error: sentence })
    })
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    await user.click(await button('Generate 3 summaries'))
    await waitFor(() => expect(created(api)).toEqual([...ids]))
  })

  test('offers to reload the preview of a link that YouTube withholds, separately from the other links', async () => {
    const sentence = videoFailureSentence('parse_changed')
    const { user, api } = await open(({ world }) => {
      world.videos.set(ids[2], { ...world.videos.get(ids[2])!, code: 'parse_changed', error: sentence })
    })
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(await button('Generate 2 summaries')).toBeEnabled()
    const { videoInfo } = api.world.videos.get(ids[2])!
    api.world.videos.set(ids[2], { videoInfo })
    await user.click(await button('Retry 1 link'))
    expect(await button('Generate 3 summaries')).toBeEnabled()
  })
})

import { failures } from '@recaps/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { delayResponses, type OpenedApp, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const ids = ['dQw4w9WgXcQ', 'aBcDeFgHiJk', 'zYxWvUtSrQp'] as const
const links = ids.map(id => `https://youtu.be/${id}`)
const titles = [/Why bridges hum/, /The city that buried its rivers/, /Sourdough/] as const

const box = () => screen.findByRole('textbox', { name: 'YouTube link, video ID or search' })
const paste = async (text: string) => fireEvent.change(await box(), { target: { value: text } })
const focusField = { name: 'What do you want to know most?' }
const requests = (api: OpenedApp['api']) => api.calls.filter(call => call === 'summaries.request').length
const created = (api: OpenedApp['api']) => [...api.world.summaries.values()].map(({ videoInfo }) => videoInfo.videoId)

/** Pastes and submits `count` links. The first request gets no response until `answer` is called. */
async function submitLinks(count: number, { extraLink = '', focus = '' } = {}) {
  const videos = ids.map(
    (videoId, at) => [videoId, { videoInfo: { ...sampleSummary(at + 1, Date.now()).videoInfo, videoId } }] as const,
  )
  const app = openApp('/tabs/summarize', { world: createWorld({ videos: new Map(videos) }) })
  const answer = delayResponses(app.api, 'POST', '/api/summaries')
  await paste(`${links.slice(0, count).join('\n')}\n${extraLink}`.trim())
  if (focus) {
    await app.user.click(await screen.findByRole('button', { name: 'Add a focus' }))
    await app.user.type(await screen.findByRole('textbox', focusField), focus)
  }
  const name = count === 1 ? 'Generate Summary' : `Generate ${count} summaries`
  await app.user.click(await screen.findByRole('button', { name }))
  return { ...app, answer }
}

/** Expects the error of one video in a toast and nowhere else. */
async function expectToast(name: RegExp | string, sentence: string) {
  const message = await screen.findByText(new RegExp(sentence))
  expect(message).toHaveClass('toast__text')
  expect(message).toHaveTextContent(name)
}

async function goToSettings(user: OpenedApp['user']) {
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
}

describe('while the first of several links is being requested', () => {
  test('does not request a link removed from the list during an earlier request', async () => {
    const { user, api, answer } = await submitLinks(3)
    await user.click(screen.getByRole('button', { name: new RegExp(`^Remove ${titles[1].source}`) }))
    answer()
    await waitFor(async () => expect(await box()).toHaveValue(''))
    expect(created(api)).toEqual([ids[0], ids[2]])
    expect(requests(api)).toBe(2)
  })

  test('does not request a link removed from the box during an earlier request', async () => {
    const { api, answer } = await submitLinks(3)
    await paste(`${links[0]}\n${links[2]}`)
    answer()
    await waitFor(async () => expect(await box()).toHaveValue(''))
    expect(created(api)).toEqual([ids[0], ids[2]])
    expect(requests(api)).toBe(2)
  })

  test('does not request the second of two links if it is removed during the first request', async () => {
    const { user, api, answer } = await submitLinks(2)
    await user.click(screen.getByRole('button', { name: new RegExp(`^Remove ${titles[1].source}`) }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument())
    answer()
    await waitFor(async () => expect(await box()).toHaveValue(''))
    expect(created(api)).toEqual([ids[0]])
    expect(requests(api)).toBe(1)
  })

  test('keeps a removed link out of the box when other links are rejected', async () => {
    const { user, api, answer } = await submitLinks(3)
    await user.click(screen.getByRole('button', { name: new RegExp(`^Remove ${titles[2].source}`) }))
    api.break('summaries.request', 'monthly_limit_reached')
    answer()
    expect(await screen.findAllByText(failures.monthly_limit_reached.sentence)).toHaveLength(2)
    expect(await box()).toHaveValue(links.slice(0, 2).join('\n'))
    expect(requests(api)).toBe(2)
  })

  test('clears the focus field after the requests when an invalid link was removed', async () => {
    const { user, api, answer } = await submitLinks(2, {
      extraLink: 'https://youtu.be/gone0000000',
      focus: 'what it costs',
    })
    await user.click(screen.getByRole('button', { name: /^Remove .*gone0000000/ }))
    answer()
    await waitFor(async () => expect(await box()).toHaveValue(''))
    expect(screen.queryByRole('textbox', focusField)).not.toBeInTheDocument()
    expect([...api.world.summaries.values()].map(({ focus }) => focus)).toEqual(['what it costs', 'what it costs'])
  })

  test('requests the remaining links after the page is left', async () => {
    const { user, api, answer } = await submitLinks(3)
    await goToSettings(user)
    answer()
    await waitFor(() => expect(created(api)).toEqual([...ids]))
    expect(path()).toBe('/settings')
  })
})

describe('link rejected after the page is left', () => {
  test('shows a toast for a link that is rejected after the page is left', async () => {
    const { user, api, answer } = await submitLinks(1)
    api.break('summaries.request', 'blocked')
    await goToSettings(user)
    answer()
    await expectToast(titles[0], failures.blocked.sentence)
    expect(path()).toBe('/settings')
  })

  test('shows the rejection of a link only on the page while it is open', async () => {
    const { api, answer } = await submitLinks(1)
    api.break('summaries.request', 'blocked')
    answer()
    const messages = await screen.findAllByText(failures.blocked.sentence)
    expect(messages).toHaveLength(1)
    expect(messages[0]).not.toHaveClass('toast__text')
  })
})

describe('link rejected after the box has changed', () => {
  test.each([
    ['another link', links[2]!],
    ['several links', links.slice(1).join('\n')],
    ['words', 'how bridges move'],
    ['nothing', ''],
  ])('names a rejected link in a toast when the box now contains %s', async (_, text) => {
    const { api, answer } = await submitLinks(1)
    api.break('summaries.request', 'monthly_limit_reached')
    await paste(text)
    answer()
    await expectToast(titles[0], failures.monthly_limit_reached.sentence)
    expect(await box()).toHaveValue(text)
  })

  test('names a rejected link by its pasted text if its title never loaded', async () => {
    const { user, api } = openApp('/tabs/summarize', {
      setUp: server => server.break('summaries.preview', () => new Promise(() => {})),
    })
    const answer = delayResponses(api, 'POST', '/api/summaries')
    api.break('summaries.request', 'blocked')
    await paste(links[0]!)
    await user.type(await box(), '{Enter}')
    await paste('')
    answer()
    await expectToast(links[0]!, failures.blocked.sentence)
  })

  test('shows a toast for a rejected link while the next link is being requested', async () => {
    const { user, api, answer } = await submitLinks(1)
    api.break('summaries.request', 'blocked')
    await paste(links[1]!)
    await screen.findByRole('article', { name: titles[1] })
    await user.click(screen.getByRole('button', { name: 'Generate Summary' }))
    answer()
    await waitFor(() => expect(screen.getAllByText(new RegExp(failures.blocked.sentence))).toHaveLength(2))
    expect(screen.getByText(failures.blocked.sentence)).not.toHaveClass('toast__text')
    expect(screen.getByText(new RegExp(`“.+”: ${failures.blocked.sentence}`))).toHaveTextContent(titles[0])
  })

  test('shows a toast for a rejected search result after going back to the results', async () => {
    const thumbnails = { default: '', medium: '', high: '' }
    const videoInfo = { ...sampleSummary(1, Date.now()).videoInfo, videoId: ids[0] }
    const { user, api } = openApp('/tabs/summarize', {
      world: createWorld({
        videos: new Map([[ids[0], { videoInfo }]]),
        search: [{ id: ids[0], title: 'Bridges in the wind', description: 'A talk', thumbnails }],
      }),
    })
    const answer = delayResponses(api, 'POST', '/api/summaries')
    api.break('summaries.request', 'blocked')
    await paste('bridges wind')
    await user.click(await screen.findByRole('button', { name: /Bridges in the wind/ }))
    await user.click(await screen.findByRole('button', { name: 'Generate Summary' }))
    await user.click(screen.getByRole('button', { name: 'Back to results' }))
    answer()
    await expectToast(titles[0], failures.blocked.sentence)
  })

  test('shows a toast for a rejected link that was removed from the list during its request', async () => {
    const { user, api, answer } = await submitLinks(3)
    await user.click(screen.getByRole('button', { name: new RegExp(`^Remove ${titles[0].source}`) }))
    api.break('summaries.request', 'blocked')
    answer()
    await waitFor(() => expect(screen.getAllByText(failures.blocked.sentence)).toHaveLength(2))
    const message = screen.getByText(new RegExp(`“.+”: ${failures.blocked.sentence}`))
    expect(message).toHaveClass('toast__text')
    expect(message).toHaveTextContent(titles[0])
  })

  test('shows a toast for a rejected link when only another link is left in the box', async () => {
    const { api, answer } = await submitLinks(2)
    await paste(links[1]!)
    const answerNext = delayResponses(api, 'POST', '/api/summaries')
    api.break('summaries.request', 'blocked')
    answer()
    await expectToast(titles[0], failures.blocked.sentence)
    answerNext()
    const card = within(await screen.findByRole('article', { name: titles[1] }))
    expect(await card.findByText(failures.blocked.sentence)).toBeInTheDocument()
  })

  test('shows the rejection of a listed link once, in its row', async () => {
    const { api, answer } = await submitLinks(3)
    await paste(links.slice(0, 2).join('\n'))
    api.break('summaries.request', 'blocked')
    answer()
    await waitFor(() => expect(screen.getAllByText(new RegExp(failures.blocked.sentence))).toHaveLength(2))
    for (const message of screen.getAllByText(new RegExp(failures.blocked.sentence)))
      expect(message).not.toHaveClass('toast__text')
  })

  test('shows the rejection of one link in its row while the next is being requested', async () => {
    const { api, answer } = await submitLinks(3)
    const answerNext = delayResponses(api, 'POST', '/api/summaries')
    api.break('summaries.request', 'blocked')
    answer()
    expect(await screen.findByText(failures.blocked.sentence)).not.toHaveClass('toast__text')
    answerNext()
    await waitFor(() => expect(screen.getAllByText(failures.blocked.sentence)).toHaveLength(3))
  })
})

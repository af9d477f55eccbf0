import { failures } from '@recaps/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { held, type OpenedApp, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const ids = ['dQw4w9WgXcQ', 'aBcDeFgHiJk', 'zYxWvUtSrQp'] as const
const links = ids.map(id => `https://youtu.be/${id}`)
const titles = [/Why bridges hum/, /The city that buried its rivers/, /Sourdough/] as const

const box = () => screen.findByRole('textbox', { name: 'Link, video id, or words to search for' })
const paste = async (text: string) => fireEvent.change(await box(), { target: { value: text } })
const wanted = { name: 'What do you want to know most?' }
const requests = (api: OpenedApp['api']) => api.calls.filter(call => call === 'summaries.request').length
const made = (api: OpenedApp['api']) => [...api.world.summaries.values()].map(({ videoInfo }) => videoInfo.videoId)

/** The page with so many links in its box, asked for; the first is not answered before `answer` is called. */
async function ask(count: number, { beside = '', focus = '' } = {}) {
  const videos = ids.map(
    (videoId, at) => [videoId, { videoInfo: { ...sampleSummary(at + 1, Date.now()).videoInfo, videoId } }] as const,
  )
  const opened = openApp('/tabs/summarize', { world: createWorld({ videos: new Map(videos) }) })
  const answer = held(opened.api, 'POST', '/api/summaries')
  await paste(`${links.slice(0, count).join('\n')}\n${beside}`.trim())
  if (focus) {
    await opened.user.click(await screen.findByRole('button', { name: 'Say what you want to know most' }))
    await opened.user.type(await screen.findByRole('textbox', wanted), focus)
  }
  const name = count === 1 ? 'Generate Summary' : `Generate ${count} summaries`
  await opened.user.click(await screen.findByRole('button', { name }))
  return { ...opened, answer }
}

/** Waits for the message that says of one video why not, and finds it said nowhere else. */
async function inMessage(name: RegExp | string, sentence: string) {
  const told = await screen.findByText(new RegExp(sentence))
  expect(told).toHaveClass('toast__text')
  expect(told).toHaveTextContent(name)
}

async function leave(user: OpenedApp['user']) {
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
}

describe('while the first of several links is asked for', () => {
  test('one that is taken out of the list is not asked for', async () => {
    const { user, api, answer } = await ask(3)
    await user.click(screen.getByRole('button', { name: new RegExp(`^Remove ${titles[1].source}`) }))
    answer()
    await waitFor(async () => expect(await box()).toHaveValue(''))
    expect(made(api)).toEqual([ids[0], ids[2]])
    expect(requests(api)).toBe(2)
  })

  test('one that is taken out of the box is not asked for, though that is just being written in', async () => {
    const { api, answer } = await ask(3)
    await paste(`${links[0]}\n${links[2]}`)
    answer()
    await waitFor(async () => expect(await box()).toHaveValue(''))
    expect(made(api)).toEqual([ids[0], ids[2]])
    expect(requests(api)).toBe(2)
  })

  test('the only other one is not asked for when it is taken out', async () => {
    const { user, api, answer } = await ask(2)
    await user.click(screen.getByRole('button', { name: new RegExp(`^Remove ${titles[1].source}`) }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument())
    answer()
    await waitFor(async () => expect(await box()).toHaveValue(''))
    expect(made(api)).toEqual([ids[0]])
    expect(requests(api)).toBe(1)
  })

  test('none comes back into the box that was taken out, also where others are refused', async () => {
    const { user, api, answer } = await ask(3)
    await user.click(screen.getByRole('button', { name: new RegExp(`^Remove ${titles[2].source}`) }))
    api.break('summaries.request', 'monthly_limit_reached')
    answer()
    expect(await screen.findAllByText(failures.monthly_limit_reached.sentence)).toHaveLength(2)
    expect(await box()).toHaveValue(links.slice(0, 2).join('\n'))
    expect(requests(api)).toBe(2)
  })

  test('one that cannot be made does not hold what its reader wanted of all of them when it is taken out', async () => {
    const { user, api, answer } = await ask(2, { beside: 'https://youtu.be/gone0000000', focus: 'what it costs' })
    await user.click(screen.getByRole('button', { name: /^Remove .*gone0000000/ }))
    answer()
    await waitFor(async () => expect(await box()).toHaveValue(''))
    expect(screen.queryByRole('textbox', wanted)).not.toBeInTheDocument()
    expect([...api.world.summaries.values()].map(({ focus }) => focus)).toEqual(['what it costs', 'what it costs'])
  })

  test('the others are asked for also when the page is left', async () => {
    const { user, api, answer } = await ask(3)
    await leave(user)
    answer()
    await waitFor(() => expect(made(api)).toEqual([...ids]))
    expect(path()).toBe('/settings')
  })
})

describe('a link that is refused after the page was left', () => {
  test('is told in a message there', async () => {
    const { user, api, answer } = await ask(1)
    api.break('summaries.request', 'blocked')
    await leave(user)
    answer()
    await inMessage(titles[0], failures.blocked.sentence)
    expect(path()).toBe('/settings')
  })

  test('is told on the page alone where that is still there', async () => {
    const { api, answer } = await ask(1)
    api.break('summaries.request', 'blocked')
    answer()
    const told = await screen.findAllByText(failures.blocked.sentence)
    expect(told).toHaveLength(1)
    expect(told[0]).not.toHaveClass('toast__text')
  })
})

describe('a link that is refused after the box was touched', () => {
  test.each([
    ['another link', links[2]!],
    ['several', links.slice(1).join('\n')],
    ['words', 'how bridges move'],
    ['nothing', ''],
  ])('is told in a message that names it where %s stands there now', async (_, text) => {
    const { api, answer } = await ask(1)
    api.break('summaries.request', 'monthly_limit_reached')
    await paste(text)
    answer()
    await inMessage(titles[0], failures.monthly_limit_reached.sentence)
    expect(await box()).toHaveValue(text)
  })

  test('is named as it was pasted where its title never came', async () => {
    const { user, api } = openApp('/tabs/summarize', {
      setUp: server => server.break('summaries.preview', () => new Promise(() => {})),
    })
    const answer = held(api, 'POST', '/api/summaries')
    api.break('summaries.request', 'blocked')
    await paste(links[0]!)
    await user.type(await box(), '{Enter}')
    await paste('')
    answer()
    await inMessage(links[0]!, failures.blocked.sentence)
  })

  test('is told in a message also beside one that is on its way', async () => {
    const { user, api, answer } = await ask(1)
    api.break('summaries.request', 'blocked')
    await paste(links[1]!)
    await screen.findByRole('article', { name: titles[1] })
    await user.click(screen.getByRole('button', { name: 'Generate Summary' }))
    answer()
    await waitFor(() => expect(screen.getAllByText(new RegExp(failures.blocked.sentence))).toHaveLength(2))
    expect(screen.getByText(failures.blocked.sentence)).not.toHaveClass('toast__text')
    expect(screen.getByText(new RegExp(`“.+”: ${failures.blocked.sentence}`))).toHaveTextContent(titles[0])
  })

  test('is told in a message where it was a result, and the list is shown again', async () => {
    const thumbnails = { default: '', medium: '', high: '' }
    const videoInfo = { ...sampleSummary(1, Date.now()).videoInfo, videoId: ids[0] }
    const { user, api } = openApp('/tabs/summarize', {
      world: createWorld({
        videos: new Map([[ids[0], { videoInfo }]]),
        search: [{ id: ids[0], title: 'Bridges in the wind', description: 'A talk', thumbnails }],
      }),
    })
    const answer = held(api, 'POST', '/api/summaries')
    api.break('summaries.request', 'blocked')
    await paste('bridges wind')
    await user.click(await screen.findByRole('button', { name: /Bridges in the wind/ }))
    await user.click(await screen.findByRole('button', { name: 'Generate Summary' }))
    await user.click(screen.getByRole('button', { name: 'Back to the results' }))
    answer()
    await inMessage(titles[0], failures.blocked.sentence)
  })

  test('of several, the one that is on its way is told in a message when it is taken out', async () => {
    const { user, api, answer } = await ask(3)
    await user.click(screen.getByRole('button', { name: new RegExp(`^Remove ${titles[0].source}`) }))
    api.break('summaries.request', 'blocked')
    answer()
    await waitFor(() => expect(screen.getAllByText(failures.blocked.sentence)).toHaveLength(2))
    const told = screen.getByText(new RegExp(`“.+”: ${failures.blocked.sentence}`))
    expect(told).toHaveClass('toast__text')
    expect(told).toHaveTextContent(titles[0])
  })

  test('of several, the one that is on its way is told in a message when another is the only one left', async () => {
    const { api, answer } = await ask(2)
    await paste(links[1]!)
    const answerNext = held(api, 'POST', '/api/summaries')
    api.break('summaries.request', 'blocked')
    answer()
    await inMessage(titles[0], failures.blocked.sentence)
    answerNext()
    const card = within(await screen.findByRole('article', { name: titles[1] }))
    expect(await card.findByText(failures.blocked.sentence)).toBeInTheDocument()
  })

  test('of several, none is told twice while it stands in the list', async () => {
    const { api, answer } = await ask(3)
    await paste(links.slice(0, 2).join('\n'))
    api.break('summaries.request', 'blocked')
    answer()
    await waitFor(() => expect(screen.getAllByText(new RegExp(failures.blocked.sentence))).toHaveLength(2))
    for (const told of screen.getAllByText(new RegExp(failures.blocked.sentence)))
      expect(told).not.toHaveClass('toast__text')
  })

  test('of several, one is told in its row while the next is asked for', async () => {
    const { api, answer } = await ask(3)
    const answerNext = held(api, 'POST', '/api/summaries')
    api.break('summaries.request', 'blocked')
    answer()
    expect(await screen.findByText(failures.blocked.sentence)).not.toHaveClass('toast__text')
    answerNext()
    await waitFor(() => expect(screen.getAllByText(failures.blocked.sentence)).toHaveLength(3))
  })
})

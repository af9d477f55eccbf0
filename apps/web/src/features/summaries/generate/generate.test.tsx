import { failures, sentenceOfVideo } from '@recaps/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { held, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { failedWith, sampleContent, sampleSummary, sampleTimings } from '../../../test/server/samples.ts'
import { addSummaries, createWorld, sampleSettings, type World } from '../../../test/server/world.ts'
import { loadLinkReader } from './link-reader.ts'
import { readInput } from './model.ts'

withMemoryServer()
const link = 'https://youtu.be/dQw4w9WgXcQ'
const second = 'https://www.youtube.com/watch?v=aBcDeFgHiJk'
const now = () => Date.now()

function worldWithVideos(change: Partial<World> = {}): World {
  const videos = ['dQw4w9WgXcQ', 'aBcDeFgHiJk'].map(
    (videoId, at) => [videoId, { videoInfo: { ...sampleSummary(at + 1, now()).videoInfo, videoId } }] as const,
  )
  return createWorld({ videos: new Map(videos), ...change })
}

const box = () => screen.findByRole('textbox', { name: 'Link, video id, or words to search for' })
const paste = async (text: string) => fireEvent.change(await box(), { target: { value: text } })
const generate = () => screen.findByRole('button', { name: 'Generate Summary' })
const card = (name: RegExp) => screen.findByRole('article', { name })

describe('a link in the box', () => {
  test('shows at once what it leads to, what it takes and what is left', async () => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(link)
    const preview = await card(/Why bridges hum/)
    expect(within(preview).getByText('Plain Structures')).toBeInTheDocument()
    expect(within(preview).getByText('48 min')).toBeInTheDocument()
    expect(within(preview).getByText('Captions by the creator')).toBeInTheDocument()
    expect(within(preview).getByText('Takes about 25 seconds · Uses 1 of your 7 left')).toBeInTheDocument()
  })

  test('becomes a summary whose stages are told until it can be read', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(link)
    await user.click(await generate())
    const work = await screen.findByRole('region', { name: 'In progress' })
    expect(within(work).getByRole('heading', { name: 'In progress' })).toBeVisible()
    await waitFor(() => expect(work).toHaveFocus())
    expect(await within(work).findByText('Waiting in the queue')).toBeInTheDocument()
    expect(await box()).toHaveValue('')
    const [id] = api.world.summaries.keys()
    act(() => api.change(id!, { state: 'working', stage: 'summarising', progress: { done: 34, total: 72 } }))
    expect(await within(work).findByText('Summarizing 47%')).toBeInTheDocument()
    expect(within(work).getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Summarizing 47%')

    // It goes on without the page.
    await user.click(screen.getByRole('link', { name: 'My Summaries' }))
    expect(await screen.findByText('Summarizing 47%')).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: /Generate Summary/ }))

    const content = sampleContent()
    act(() =>
      api.change(id!, {
        state: 'readable',
        audio: 'pending',
        stage: 'speaking',
        progress: null,
        content,
        summary: 'text',
      }),
    )
    await user.click(await screen.findByRole('link', { name: 'Read now' }))
    expect(await screen.findByText(/Every bridge moves/)).toBeInTheDocument()
    expect(path()).toBe(`/history-detail/${id}`)
    act(() =>
      api.change(id!, {
        state: 'ready',
        audio: 'ready',
        audioUrl: '/audio/1.mp3',
        audioDurationMs: 90_000,
        timings: sampleTimings(content),
      }),
    )
    expect(await screen.findByRole('button', { name: 'Listen · 1:30' })).toBeInTheDocument()
  })

  test('that is summarized already leads to the summary', async () => {
    const world = addSummaries(worldWithVideos(), [
      sampleSummary(5, now(), { videoInfo: { ...sampleSummary(5, now()).videoInfo, videoId: 'dQw4w9WgXcQ' } }),
    ])
    const { user, api } = openApp('/tabs/summarize', { world })
    await paste(link)
    expect(await screen.findByText('You have this summary already.')).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Open it' }))
    await waitFor(() => expect(path()).toBe('/history-detail/5'))
    expect(api.calls).not.toContain('summaries.request')
  })

  test('may stand in the address, from a share sheet or the landing page', async () => {
    openApp(`/tabs/summarize?url=${encodeURIComponent(link)}`, { world: worldWithVideos() })
    expect(await card(/Why bridges hum/)).toBeInTheDocument()
  })

  test.each([
    ['of an app', 'vnd.youtube://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['of another site that shows YouTube', 'https://yewtu.be/watch?v=dQw4w9WgXcQ'],
    ['that a mail wrapped', `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=x`],
  ])('is understood in the form %s', async (_form, text) => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(text)
    expect(await card(/Why bridges hum/)).toBeInTheDocument()
  })

  test('that is shared in a wrapping beside another one is taken', async () => {
    const wrapped = `https://l.facebook.com/l.php?u=${encodeURIComponent(link)}`
    openApp(`/tabs/summarize?${new URLSearchParams({ text: `https://example.com/about ${wrapped}` })}`, {
      world: worldWithVideos(),
    })
    expect(await card(/Why bridges hum/)).toBeInTheDocument()
    expect(await box()).toHaveValue(wrapped)
  })

  test.each([
    ['as YouTube does, in the text', { title: 'A talk', text: `Watch this: ${link}.` }],
    ['as an address, beside another one in the text', { url: link, text: 'https://example.com/elsewhere' }],
    ['behind a link that leads to no video', { text: `https://example.com/about ${link}` }],
    ['in the title alone', { title: link }],
  ])('is taken from what another app shares %s', async (_how, shared) => {
    openApp(`/tabs/summarize?${new URLSearchParams(shared)}`, { world: worldWithVideos() })
    expect(await box()).toHaveValue(link)
  })
})

describe('what the reader wants to know most', () => {
  const openField = async (user: ReturnType<typeof openApp>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Say what you want to know most' }))
    return screen.findByRole('textbox', { name: 'What do you want to know most?' })
  }
  const made = (api: ReturnType<typeof openApp>['api']) => [...api.world.summaries.values()]

  test('is not in the way of who does not say it', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(link)
    await user.click(await generate())
    await screen.findByText('Waiting in the queue')
    expect(made(api)[0]!.focus).toBeNull()
    expect(screen.getAllByRole('textbox')).toHaveLength(1)
  })

  test('is what the settings say, unless it is said otherwise for this one', async () => {
    const settings = sampleSettings({ defaultFocus: 'what it costs' })
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos({ settings }) })
    const field = () => screen.findByRole('textbox', { name: 'What do you want to know most?' })
    expect(await field()).toHaveValue('what it costs')
    expect(await field()).toHaveAccessibleDescription(/From your settings/)
    await paste(link)
    await user.click(await generate())
    await waitFor(() => expect(made(api).map(({ focus }) => focus)).toEqual(['what it costs']))
    await paste(second)
    expect(await field()).toHaveValue('what it costs')
    await user.click(screen.getByRole('button', { name: 'Leave it out' }))
    await user.click(await generate())
    await waitFor(() => expect(made(api).map(({ focus }) => focus)).toEqual(['what it costs', null]))
    expect(await field()).toHaveValue('what it costs')
  })

  test('goes along with the link, by Enter too, and is for this one only', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(link)
    await card(/Why bridges hum/)
    const field = await openField(user)
    expect(field).toHaveFocus()
    await user.type(field, '  what it costs {Enter}')
    await screen.findByText('Waiting in the queue')
    expect(made(api)[0]!.focus).toBe('what it costs')
    expect(screen.queryByRole('textbox', { name: 'What do you want to know most?' })).not.toBeInTheDocument()
  })

  test('is not lost where Enter is faster than the settings, with a link or a file', async () => {
    const settings = sampleSettings({ defaultFocus: 'what it costs' })
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = async () => {
      await promise
      return Response.json(settings)
    }
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos({ settings }),
      setUp: server => server.break('users.settings', slow),
    })
    await paste(link)
    await user.type(await box(), '{Enter}')
    const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello'
    await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, new File([text], 'a.vtt'))
    expect(await screen.findByRole('button', { name: 'Uploading' })).toBeInTheDocument()
    expect(api.calls).not.toContain('summaries.request')
    expect(api.calls).not.toContain('summaries.upload')
    resolve()
    await waitFor(() => expect(made(api).map(({ focus }) => focus)).toEqual(['what it costs', 'what it costs']))
  })

  test('is not lost with several links either, and where the settings do not come nothing is made without it', async () => {
    const settings = sampleSettings({ defaultFocus: 'what it costs' })
    const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos({ settings }),
      setUp: server => server.break('users.settings', () => answers.shift()?.promise ?? Response.json(settings)),
    })
    const [first, again] = [...answers]
    await paste(`${link}\n${second}`)
    const ask = async () => user.click(await screen.findByRole('button', { name: 'Generate 2 summaries' }))
    await ask()
    first!.resolve(Response.error())
    await screen.findByText('Why bridges hum in the wind, and what engineers do about it')
    expect(api.calls).not.toContain('summaries.request')
    await waitFor(() => expect(answers).toEqual([]))
    again!.resolve(Response.json(settings))
    await waitFor(() => expect(made(api).map(({ focus }) => focus)).toEqual(['what it costs', 'what it costs']))
  })

  test('is asked for in an open field where the settings cannot be loaded, and nothing is made before', async () => {
    const settings = sampleSettings({ defaultFocus: 'what it costs' })
    const { promise, resolve } = Promise.withResolvers<void>()
    const refused = { error: failures.forbidden.sentence, code: 'forbidden', requestId: 'r' }
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos({ settings }),
      setUp: server =>
        server.break('users.settings', () => promise.then(() => Response.json(refused, { status: 403 }))),
    })
    await paste(link)
    await user.type(await box(), '{Enter}')
    expect(screen.queryByRole('textbox', { name: 'What do you want to know most?' })).not.toBeInTheDocument()
    resolve()
    const field = await screen.findByRole('textbox', { name: 'What do you want to know most?' })
    expect(field).toHaveAccessibleDescription(/^What your settings say could not be loaded/)
    expect(await screen.findByText(failures.forbidden.sentence)).toBeInTheDocument()
    expect(api.calls).not.toContain('summaries.request')
    await user.type(field, 'how it is built{Enter}')
    await waitFor(() => expect(made(api).map(({ focus }) => focus)).toEqual(['how it is built']))
  })

  test('stays in its field while all of it is typed over', async () => {
    const settings = sampleSettings({ defaultFocus: 'cost' })
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos({ settings }) })
    const field = await screen.findByRole('textbox', { name: 'What do you want to know most?' })
    await user.clear(field)
    await user.type(field, 'time')
    expect(field).toHaveFocus()
    expect(field).toHaveValue('time')
  })

  test('leads to the summary of the same video with the same focus, and says of no other that it is there', async () => {
    const videoInfo = { ...sampleSummary(5, now()).videoInfo, videoId: 'dQw4w9WgXcQ' }
    const world = addSummaries(worldWithVideos({ settings: sampleSettings({ defaultFocus: 'what it costs' }) }), [
      sampleSummary(5, now(), { videoInfo, focus: 'what it costs' }),
    ])
    const { user } = openApp('/tabs/summarize', { world })
    await paste(link)
    expect(await screen.findByText('You have this summary already.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '/history-detail/5')
    await user.type(screen.getByRole('textbox', { name: 'What do you want to know most?' }), ' now')
    expect(await screen.findByText('Takes about 25 seconds · Uses 1 of your 7 left')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Leave it out' }))
    expect(await screen.findByText('Takes about 25 seconds · Uses 1 of your 7 left')).toBeInTheDocument()
  })

  test('is taken back with one press, and the keyboard goes on there', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await user.type(await openField(user), 'what it costs')
    await user.click(screen.getByRole('button', { name: 'Leave it out' }))
    expect(screen.getByRole('button', { name: 'Say what you want to know most' })).toHaveFocus()
  })

  test('has an end, and says so there', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos() })
    const field = await openField(user)
    await user.click(field)
    await user.paste('a'.repeat(300))
    expect(field).toHaveValue('a'.repeat(200))
    expect(screen.getByText('At most 200 letters.')).toBeInTheDocument()
  })

  test('makes another summary of a video that is summarized already', async () => {
    const existing = sampleSummary(5, now(), {
      videoInfo: { ...sampleSummary(5, now()).videoInfo, videoId: 'dQw4w9WgXcQ' },
    })
    const { user, api } = openApp('/tabs/summarize', { world: addSummaries(worldWithVideos(), [existing]) })
    await paste(link)
    await screen.findByText('You have this summary already.')
    await user.type(await openField(user), 'what it costs')
    await user.click(await generate())
    await waitFor(() => expect(made(api).map(({ focus }) => focus)).toEqual([null, 'what it costs']))
  })

  test('goes along with each of several links', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(`${link}\n${second}`)
    await user.type(await openField(user), 'what it costs')
    await user.click(await screen.findByRole('button', { name: 'Generate 2 summaries' }))
    await waitFor(() => expect(made(api).map(({ focus }) => focus)).toEqual(['what it costs', 'what it costs']))
  })

  test('goes along with a caption file, which says so', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await user.type(await openField(user), 'who does what')
    expect(screen.getByText('What you want to know most counts here too: who does what')).toBeInTheDocument()
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
    const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello'
    await user.upload(input, new File([text], 'team-meeting.vtt', { type: 'text/vtt' }))
    await card(/team meeting/)
    expect(made(api)[0]).toMatchObject({ origin: 'upload', focus: 'who does what' })
    expect(screen.queryByText(/counts here too/)).not.toBeInTheDocument()
  })
})

describe('how long it is to be', () => {
  const choose = async (user: ReturnType<typeof openApp>['user'], from: string, to: string) => {
    await user.click(await screen.findByRole('button', { name: `Length: ${from}` }))
    await user.click(await screen.findByRole('menuitem', { name: to }))
  }
  const made = (api: ReturnType<typeof openApp>['api']) => [...api.world.summaries.values()]
  const summarised = (preset: 'short' | 'standard' | 'long') =>
    sampleSummary(5, now(), { preset, videoInfo: { ...sampleSummary(5, now()).videoInfo, videoId: 'dQw4w9WgXcQ' } })

  test('is what the settings say, and another length holds for this one only', async () => {
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos({ settings: sampleSettings({ defaultPreset: 'long' }) }),
    })
    await paste(link)
    await choose(user, 'Long', 'Short')
    await user.click(await generate())
    await screen.findByText('Waiting in the queue')
    await paste(second)
    expect(screen.getByRole('button', { name: 'Length: Long' })).toBeInTheDocument()
    await user.click(await generate())
    await waitFor(() => expect(made(api).map(({ preset }) => preset)).toEqual(['short', 'long']))
  })

  test('decides whether there is one already', async () => {
    const { user, api } = openApp('/tabs/summarize', {
      world: addSummaries(worldWithVideos(), [summarised('standard')]),
    })
    await paste(link)
    expect(await screen.findByText('You have this summary already.')).toBeInTheDocument()
    await choose(user, 'Standard', 'Long')
    expect(await screen.findByText('Takes about 25 seconds · Uses 1 of your 7 left')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Open the one you have (Standard)' })).toHaveAttribute(
      'href',
      '/history-detail/5',
    )
    await user.click(await generate())
    await waitFor(() => expect(made(api).map(({ preset }) => preset)).toEqual(['standard', 'long']))
  })

  test('goes along with each of several links, and one that there is in this length is left out', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: addSummaries(worldWithVideos(), [summarised('short')]) })
    await paste(`${link}\n${second}`)
    expect(await screen.findByRole('button', { name: 'Generate 2 summaries' })).toBeInTheDocument()
    await choose(user, 'Standard', 'Short')
    expect(await screen.findByText('You have this summary already.')).toBeInTheDocument()
    await user.click(await generate())
    await waitFor(() => expect(made(api).map(({ preset }) => preset)).toEqual(['short', 'short']))
  })

  test('goes along with a caption file', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await choose(user, 'Standard', 'Short')
    const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello'
    await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, new File([text], 'a.vtt'))
    await waitFor(() => expect(made(api)[0]).toMatchObject({ origin: 'upload', preset: 'short' }))
  })

  test('is asked of nobody while the settings are out of reach: the service knows it', async () => {
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos({ settings: sampleSettings({ defaultPreset: 'short' }) }),
      setUp: server => server.break('users.settings', 'forbidden'),
    })
    await paste(link)
    await user.click(await generate())
    await waitFor(() => expect(made(api)[0]).toMatchObject({ preset: 'short' }))
    expect(screen.queryByRole('button', { name: /^Length/ })).not.toBeInTheDocument()
  })
})

describe('what cannot be summarized', () => {
  test('is said in a sentence, with the one action of its code', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste('https://youtu.be/gone0000000')
    expect(await screen.findByText(failures.not_found.ofVideo)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Change the link' }))
    expect(await box()).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Generate Summary' })).not.toBeInTheDocument()
  })

  test.each(['private', 'blocked', 'too_long', 'no_speech', 'language_unsupported', 'unplayable'] as const)(
    'because it is %s leads to another video, with the link ready to be typed over',
    async code => {
      const world = worldWithVideos()
      const { sentence } = failures[code]
      world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code, error: sentence })
      const { user } = openApp('/tabs/summarize', { world })
      await paste(link)
      expect(await screen.findByText(sentence)).toBeInTheDocument()
      await user.click(screen.getByRole('button', { name: 'Try another video' }))
      const text = await box()
      expect(text).toHaveFocus()
      expect(text).toHaveProperty('selectionEnd', link.length)
    },
  )

  test('though it was asked for leads back to the box, from the list and on this page', async () => {
    const world = addSummaries(createWorld(), [
      sampleSummary(1, now(), failedWith('no_speech', failures.no_speech.sentence)),
    ])
    const { user } = openApp('/tabs/history', { world })
    await user.click(await screen.findByRole('link', { name: 'Try another video' }))
    await waitFor(async () => expect(await box()).toHaveFocus())
    expect(path()).toBe('/tabs/summarize')
  })

  test('because captions are missing asks for a file', async () => {
    const world = worldWithVideos()
    const { sentence } = failures.no_captions
    world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code: 'no_captions', error: sentence })
    const { user } = openApp('/tabs/summarize', { world })
    await paste(link)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    const choose = vi.spyOn(HTMLInputElement.prototype, 'click')
    await user.click(screen.getByRole('button', { name: 'Upload captions' }))
    expect(choose).toHaveBeenCalled()
    choose.mockRestore()
  })

  test('because it is live is offered all the same, with the time of the next look', async () => {
    const world = worldWithVideos()
    const video = world.videos.get('dQw4w9WgXcQ')!
    world.videos.set('dQw4w9WgXcQ', {
      ...video,
      code: 'live',
      error: failures.live.sentence,
      retryAt: '2026-11-20T13:00:00.000Z',
    })
    openApp('/tabs/summarize', { world })
    await paste(link)
    expect(await screen.findByText(/This video is live right now.*Next look:/)).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Summarize when it has ended' })).toBeEnabled()
    expect(
      screen.getByText(
        'It waits in your list. It uses 1 of your 7 left now, and gives it back if nothing comes of it.',
      ),
    ).toBeInTheDocument()
    expect(screen.queryByText(/^Takes about/)).not.toBeInTheDocument()
  })

  test('because YouTube refuses this server offers to keep trying, and to upload captions', async () => {
    const world = worldWithVideos()
    const error = sentenceOfVideo('bot_check')
    world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code: 'bot_check', error })
    openApp('/tabs/summarize', { world })
    await paste(link)
    expect(await screen.findByText(error)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Upload captions' })).toBeEnabled()
    expect(screen.getByText(/^We can keep trying for an hour\. It uses 1 of your 7 left now/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Keep trying' })).toBeEnabled()
  })

  test.each(['consent_page', 'po_token_required', 'parse_changed'] as const)(
    'with %s offers another try, and to upload captions',
    async code => {
      const world = worldWithVideos()
      const error = sentenceOfVideo(code)
      world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code, error })
      openApp('/tabs/summarize', { world })
      await paste(link)
      expect(await screen.findByText(error)).toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'Upload captions' })).toBeEnabled()
      expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
    },
  )

  test.each([
    ['https://www.youtube.com/playlist?list=PL1234567890', /link of a playlist/],
    ['https://www.youtube.com/@somebody', /link of a channel/],
    ['https://vimeo.com/123456', /Only YouTube videos/],
  ])('%s is explained before anything is asked', async (text, sentence) => {
    const { api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(text)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(api.calls).not.toContain('summaries.preview')
  })

  test('because the month is spent says when it starts again and offers no dead button', async () => {
    openApp('/tabs/summarize', { world: worldWithVideos({ used: 10 }) })
    expect(
      await screen.findByText(/You have used all your summaries for this month\. You get new ones/),
    ).toBeInTheDocument()
    expect(screen.queryByText(/^Paste a link and get a summary/)).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDisabled()
    await paste(link)
    expect(await generate()).toBeDisabled()
  })

  test('because its captions are still written waits for these', async () => {
    const world = worldWithVideos()
    const { sentence } = failures.captions_pending
    world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code: 'captions_pending', error: sentence })
    openApp('/tabs/summarize', { world })
    await paste(link)
    expect(await screen.findByRole('button', { name: 'Summarize when it has captions' })).toBeEnabled()
  })

  test('for no reason that the service knows is told by what did not work, and tried again', async () => {
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos(),
      setUp: server => {
        server.break('summaries.preview', 'internal')
        server.break('summaries.request', 'internal')
      },
    })
    await paste(link)
    expect(await screen.findByText('We could not look at this video. Try again in a moment.')).toBeInTheDocument()
    api.mend('summaries.preview')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await user.click(await generate())
    expect(await screen.findByText('This summary could not be started. Try again in a moment.')).toBeInTheDocument()
  })

  test('because too much was asked for is not taken for a video that is waited for', async () => {
    const { user } = openApp('/tabs/summarize', {
      world: worldWithVideos(),
      setUp: server => server.break('summaries.request', 'too_many_requests'),
    })
    await paste(link)
    await user.click(await generate())
    expect(await screen.findByText(failures.too_many_requests.sentence)).toBeInTheDocument()
    expect(await generate()).toBeEnabled()
    expect(screen.getByText(/Uses 1 of your 7 left$/)).toBeInTheDocument()
  })

  test('by a broken connection can be tried again', async () => {
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos(),
      setUp: server => server.break('summaries.request', () => Response.error()),
    })
    await paste(link)
    await user.click(await generate())
    expect(await screen.findByText(/The service could not be reached/)).toBeInTheDocument()
    api.mend('summaries.request')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Waiting in the queue')).toBeInTheDocument()
  })
})

describe('several links at once', () => {
  test('are asked for together; one that does not exist says so and is left out', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(`${link}\n${second}\nhttps://youtu.be/gone0000000`)
    expect(await screen.findByText(failures.not_found.ofVideo)).toBeInTheDocument()
    expect(screen.getByText('https://youtu.be/gone0000000', { selector: 'p' })).toBeInTheDocument()
    expect(screen.getByText('Uses 2 of your 7 left')).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Generate 2 summaries' }))
    await waitFor(() => expect(api.world.summaries.size).toBe(2))
    expect(await box()).toHaveValue('https://youtu.be/gone0000000')
  })

  test('are never dropped in silence', async () => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(Array.from({ length: 23 }, (_, at) => `https://youtu.be/many00000${10 + at}`).join('\n'))
    expect(await screen.findByText('At most 20 links are taken at once: the last 3 are left out.')).toBeInTheDocument()
  })

  test('leave the box once they are asked for, and what was typed meanwhile stays', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    const answer = held(api, 'POST', '/api/summaries')
    await paste(`${link} ${second}`)
    await user.click(await screen.findByRole('button', { name: 'Generate 2 summaries' }))
    await paste(`${link} ${second} https://youtu.be/gone0000000`)
    answer()
    await waitFor(() => expect(api.world.summaries.size).toBe(2))
    await waitFor(async () => expect(await box()).toHaveValue('https://youtu.be/gone0000000'))
  })

  test('stay in the box when the month ends in their middle', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos({ used: 9 }) })
    await paste(`${link}\n${second}`)
    expect(await screen.findByText('Only the first is made: you have 1 left')).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Generate 2 summaries' }))
    expect(await screen.findByText(failures.monthly_limit_reached.sentence)).toBeInTheDocument()
    expect(await box()).toHaveValue(second)
  })
})

test('where nothing is found yet, the page says that it searches', async () => {
  openApp('/tabs/summarize', {
    world: worldWithVideos(),
    setUp: server => server.break('youtube.videos', () => new Promise(() => {})),
  })
  await paste('bridges wind')
  expect(await screen.findByRole('status', { name: 'Searching videos' })).toBeInTheDocument()
})

test('words search for videos, and a result becomes a preview', async () => {
  const thumbnails = { default: 'https://i.ytimg.com/1.jpg', medium: 'https://i.ytimg.com/1.jpg', high: '' }
  const found = { id: 'dQw4w9WgXcQ', title: 'Bridges in the wind', description: 'A talk', thumbnails }
  const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos({ search: [found] }) })
  await paste('bridges wind')
  const result = await screen.findByRole('button', { name: /Bridges in the wind/ })
  await waitFor(() => expect(result.querySelector('img')).toHaveAttribute('src', expect.stringMatching(/^data:image/)))
  expect(api.calls).toContain('youtube.proxyThumbnail')
  await user.click(result)
  expect(await card(/Why bridges hum/)).toBeInTheDocument()
})

test('results stay when more of them could not be read, and these are asked for again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const thumbnails = { default: '', medium: '', high: '' }
  const page = (id: string, nextPageToken?: string) =>
    Response.json({ items: [{ id, title: `Result ${id}`, description: '', thumbnails }], nextPageToken })
  const pages = [page('dQw4w9WgXcQ', '2'), Response.error(), page('aBcDeFgHiJk')]
  const { user } = openApp('/tabs/summarize', {
    world: worldWithVideos(),
    setUp: api => api.break('youtube.videos', () => pages.shift()!),
  })
  await paste('result')
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The service could not be reached.')
  expect(screen.getByRole('button', { name: /Result dQw/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: /Result aBc/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /Result dQw/ })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a chosen result stands in place of the list, and the way back leads to it again', async () => {
  const found = ['dQw4w9WgXcQ', 'aBcDeFgHiJk'].map((id, at) => ({
    id,
    title: `Result ${at + 1}`,
    description: 'A talk',
    thumbnails: { default: '', medium: '', high: '' },
  }))
  const { user } = openApp('/tabs/summarize', { world: worldWithVideos({ search: found }) })
  await paste('result')
  await user.click(await screen.findByRole('button', { name: /Result 2/ }))
  expect(await card(/The city that buried its rivers/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Result 1/ })).not.toBeInTheDocument()
  const back = screen.getByRole('button', { name: 'Back to the results' })
  expect(back).toHaveFocus()
  await user.click(back)
  expect(screen.getByRole('button', { name: /Result 2/ })).toHaveFocus()
  expect(screen.queryByRole('article')).not.toBeInTheDocument()
})

describe('in the demo', () => {
  beforeEach(() => {
    document.head.insertAdjacentHTML('beforeend', '<meta name="demo" content="true">')
  })
  afterEach(() => document.querySelector('meta[name="demo"]')?.remove())

  test('the empty page offers words that find something', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await user.click(await screen.findByRole('button', { name: 'London' }))
    expect(await box()).toHaveValue('London')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Demo' })).not.toBeInTheDocument())
  })

  test('a video that the stand-in knows nothing of is no broken network', async () => {
    const world = worldWithVideos()
    const { sentence } = failures.network
    world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code: 'network', error: sentence })
    const { user } = openApp('/tabs/summarize', { world })
    await paste(link)
    expect(await screen.findByText(/This demo has nothing about that video/)).toBeInTheDocument()
    expect(screen.queryByText(sentence)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Change the link' }))
    expect(await box()).toHaveFocus()
  })
})

test('outside the demo nothing speaks of one', async () => {
  openApp('/tabs/summarize', { world: worldWithVideos() })
  await box()
  expect(screen.queryByRole('region', { name: 'Demo' })).not.toBeInTheDocument()
})

describe('a caption file', () => {
  const choose = () => document.querySelector<HTMLInputElement>('input[type="file"]')!
  const file = (text: string, name = 'team-meeting.vtt') => new File([text], name, { type: 'text/vtt' })

  test('is sent and becomes a summary named after it', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await box()
    await user.upload(choose(), file('WEBVTT\n\n00:01.000 --> 00:02.000\nHello'))
    expect(await card(/team meeting/)).toBeInTheDocument()
    expect([...api.world.summaries.values()][0]).toMatchObject({
      origin: 'upload',
      videoInfo: { title: 'team meeting' },
    })
  })

  test('that holds none is refused in a sentence', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await box()
    await user.upload(choose(), file('nothing in it'))
    expect(await screen.findByText(failures.upload_unreadable.sentence)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Choose another file' })).toBeInTheDocument()
  })

  test('over 5 MB is refused before it is sent', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await box()
    await user.upload(choose(), file('x'.repeat(5 * 1024 * 1024 + 1)))
    expect(await screen.findByText(/^This file is larger than 5 MB/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Choose another file' })).toBeInTheDocument()
    expect(api.calls).not.toContain('summaries.upload')
  })
})

describe('a recording', () => {
  const choose = () => document.querySelector<HTMLInputElement>('input[type="file"]')!
  const recording = (size = 1000) => {
    const file = new File(['ID3'], 'team-meeting.m4a', { type: 'audio/mp4' })
    return Object.defineProperty(file, 'size', { value: size })
  }

  test('is asked for where the service listens, and nowhere else', async () => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await box()
    expect(screen.getByRole('region', { name: 'Have a caption file?' })).toBeInTheDocument()
    expect(choose().accept).not.toContain('audio')
    cleanup()
    openApp('/tabs/summarize', { world: Object.assign(worldWithVideos(), { listens: true }) })
    expect(await screen.findByRole('region', { name: 'Have captions, or a recording?' })).toBeInTheDocument()
    expect(choose().accept).toContain('audio/*')
  })

  test('may be a hundred times as large as captions, and no larger', async () => {
    const world = Object.assign(worldWithVideos(), { listens: true })
    const { user, api } = openApp('/tabs/summarize', { world })
    await box()
    await user.upload(choose(), recording(500_000_001))
    expect(await screen.findByText(/larger than 500 MB/)).toBeInTheDocument()
    expect(api.calls).not.toContain('summaries.upload')
  })
})

test('the month is told with what is left and when it starts again', async () => {
  openApp('/tabs/summarize')
  expect(await screen.findByText('7 of 10 summaries left this month')).toBeInTheDocument()
  expect(screen.getByText(/^resets (\w+ 1|tomorrow) at /)).toBeInTheDocument()
})

describe('without events', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => vi.useRealTimers())

  test('the list is read again every 5 s while something is in work', async () => {
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos(),
      setUp: server => server.break('summaries.events', 'unavailable'),
    })
    await paste(link)
    await user.click(await generate())
    const [id] = await waitFor(() => {
      expect(api.world.summaries.size).toBe(1)
      return api.world.summaries.keys()
    })
    await screen.findByText('Waiting in the queue')
    Object.assign(api.world.summaries.get(id!)!, failedWith('network', failures.network.sentence))
    await act(() => vi.advanceTimersByTimeAsync(5100))
    expect(await screen.findByText(failures.network.sentence)).toBeInTheDocument()

    const polls = () => api.calls.filter(call => call === 'summaries.list').length
    const before = polls()
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(polls()).toBe(before)
  })
})

describe('what stands in the box', () => {
  beforeAll(async () => void (await loadLinkReader()))

  test.each([
    ['', { kind: 'nothing' }],
    [' a ', { kind: 'nothing' }],
    [`look: ${link} !`, { kind: 'videos', videoIds: ['dQw4w9WgXcQ'], leftOut: 0, isPartly: false }],
    [`${link}\n${link}`, { kind: 'videos', videoIds: ['dQw4w9WgXcQ'], leftOut: 0, isPartly: false }],
    ['how  bridges\nmove', { kind: 'words', query: 'how bridges move' }],
    ['information', { kind: 'words', query: 'information' }],
  ])('%j is %j', (text, input) => {
    expect(readInput(text)).toEqual(input)
  })
})

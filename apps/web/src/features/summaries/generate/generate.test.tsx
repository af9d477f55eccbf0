import { failures, videoFailureSentence } from '@recaps/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { delayResponses, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
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

const box = () => screen.findByRole('textbox', { name: 'YouTube link, video ID or search' })
const paste = async (text: string) => fireEvent.change(await box(), { target: { value: text } })
const generate = () => screen.findByRole('button', { name: 'Generate Summary' })
const card = (name: RegExp) => screen.findByRole('article', { name })

describe('pasting a link', () => {
  test('shows a preview of a pasted link with the estimated time and the summaries left', async () => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(link)
    const preview = await card(/Why bridges hum/)
    expect(within(preview).getByText('Plain Structures')).toBeInTheDocument()
    expect(within(preview).getByText('48 min')).toBeInTheDocument()
    expect(within(preview).getByText('Captions by the creator')).toBeInTheDocument()
    expect(within(preview).getByText('Takes about 25 seconds · Uses 1 of 7 summaries left')).toBeInTheDocument()
  })

  test('requests a summary and shows its progress until it is readable', async () => {
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

    // The work continues after the page is left.
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

  test('offers to open the existing summary of a pasted link', async () => {
    const world = addSummaries(worldWithVideos(), [
      sampleSummary(5, now(), { videoInfo: { ...sampleSummary(5, now()).videoInfo, videoId: 'dQw4w9WgXcQ' } }),
    ])
    const { user, api } = openApp('/tabs/summarize', { world })
    await paste(link)
    expect(await screen.findByText('You already have this summary.')).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Open summary' }))
    await waitFor(() => expect(path()).toBe('/history-detail/5'))
    expect(api.calls).not.toContain('summaries.request')
  })

  test('reads a link from the query string, as set by a share sheet or the landing page', async () => {
    openApp(`/tabs/summarize?url=${encodeURIComponent(link)}`, { world: worldWithVideos() })
    expect(await card(/Why bridges hum/)).toBeInTheDocument()
  })

  test.each([
    ['an app link', 'vnd.youtube://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['a link to another YouTube front end', 'https://yewtu.be/watch?v=dQw4w9WgXcQ'],
    [
      'a link wrapped by a mail program',
      `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=x`,
    ],
  ])('recognizes the video in %s', async (_form, text) => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(text)
    expect(await card(/Why bridges hum/)).toBeInTheDocument()
  })

  test('recognizes a shared link that is wrapped and next to another link', async () => {
    const wrapped = `https://l.facebook.com/l.php?u=${encodeURIComponent(link)}`
    openApp(`/tabs/summarize?${new URLSearchParams({ text: `https://example.com/about ${wrapped}` })}`, {
      world: worldWithVideos(),
    })
    expect(await card(/Why bridges hum/)).toBeInTheDocument()
    expect(await box()).toHaveValue(wrapped)
  })

  test.each([
    ['in the text, as YouTube does', { title: 'A talk', text: `Watch this: ${link}.` }],
    ['as a URL, with another link in the text', { url: link, text: 'https://example.com/elsewhere' }],
    ['after a link without a video', { text: `https://example.com/about ${link}` }],
    ['only in the title', { title: link }],
  ])('takes a link that another app shares %s', async (_how, shared) => {
    openApp(`/tabs/summarize?${new URLSearchParams(shared)}`, { world: worldWithVideos() })
    expect(await box()).toHaveValue(link)
  })
})

describe('summary focus', () => {
  const openField = async (user: ReturnType<typeof openApp>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Add a focus' }))
    return screen.findByRole('textbox', { name: 'What do you want to know most?' })
  }
  const created = (api: ReturnType<typeof openApp>['api']) => [...api.world.summaries.values()]

  test('requests a summary without a focus by default, with the focus field collapsed', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(link)
    await user.click(await generate())
    await screen.findByText('Waiting in the queue')
    expect(created(api)[0]!.focus).toBeNull()
    expect(screen.getAllByRole('textbox')).toHaveLength(1)
  })

  test('uses the default focus of the settings unless it is removed for one summary', async () => {
    const settings = sampleSettings({ defaultFocus: 'what it costs' })
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos({ settings }) })
    const field = () => screen.findByRole('textbox', { name: 'What do you want to know most?' })
    expect(await field()).toHaveValue('what it costs')
    expect(await field()).toHaveAccessibleDescription(/From your settings/)
    await paste(link)
    await user.click(await generate())
    await waitFor(() => expect(created(api).map(({ focus }) => focus)).toEqual(['what it costs']))
    await paste(second)
    expect(await field()).toHaveValue('what it costs')
    await user.click(screen.getByRole('button', { name: 'Remove focus' }))
    await user.click(await generate())
    await waitFor(() => expect(created(api).map(({ focus }) => focus)).toEqual(['what it costs', null]))
    expect(await field()).toHaveValue('what it costs')
  })

  test('submits the focus with Enter and applies it to one summary only', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(link)
    await card(/Why bridges hum/)
    const field = await openField(user)
    expect(field).toHaveFocus()
    await user.type(field, '  what it costs {Enter}')
    await screen.findByText('Waiting in the queue')
    expect(created(api)[0]!.focus).toBe('what it costs')
    expect(screen.queryByRole('textbox', { name: 'What do you want to know most?' })).not.toBeInTheDocument()
  })

  test('waits for the default focus when a link or file is submitted before the settings have loaded', async () => {
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
    await waitFor(() => expect(created(api).map(({ focus }) => focus)).toEqual(['what it costs', 'what it costs']))
  })

  test('waits for the default focus with several links, and requests nothing while the settings fail to load', async () => {
    const settings = sampleSettings({ defaultFocus: 'what it costs' })
    const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos({ settings }),
      setUp: server => server.break('users.settings', () => answers.shift()?.promise ?? Response.json(settings)),
    })
    const [firstResponse, secondResponse] = [...answers]
    await paste(`${link}\n${second}`)
    const ask = async () => user.click(await screen.findByRole('button', { name: 'Generate 2 summaries' }))
    await ask()
    firstResponse!.resolve(Response.error())
    await screen.findByText('Why bridges hum in the wind, and what engineers do about it')
    expect(api.calls).not.toContain('summaries.request')
    await waitFor(() => expect(answers).toEqual([]))
    secondResponse!.resolve(Response.json(settings))
    await waitFor(() => expect(created(api).map(({ focus }) => focus)).toEqual(['what it costs', 'what it costs']))
  })

  test('opens the focus field when the settings fail to load, and requests nothing until it is submitted', async () => {
    const settings = sampleSettings({ defaultFocus: 'what it costs' })
    const { promise, resolve } = Promise.withResolvers<void>()
    const body = { error: failures.forbidden.sentence, code: 'forbidden', requestId: 'r' }
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos({ settings }),
      setUp: server => server.break('users.settings', () => promise.then(() => Response.json(body, { status: 403 }))),
    })
    await paste(link)
    await user.type(await box(), '{Enter}')
    expect(screen.queryByRole('textbox', { name: 'What do you want to know most?' })).not.toBeInTheDocument()
    resolve()
    const field = await screen.findByRole('textbox', { name: 'What do you want to know most?' })
    expect(field).toHaveAccessibleDescription(/^Couldn’t load your default focus/)
    expect(await screen.findByText(failures.forbidden.sentence)).toBeInTheDocument()
    expect(api.calls).not.toContain('summaries.request')
    await user.type(field, 'how it is built{Enter}')
    await waitFor(() => expect(created(api).map(({ focus }) => focus)).toEqual(['how it is built']))
  })

  test('keeps the focus field open while its text is replaced', async () => {
    const settings = sampleSettings({ defaultFocus: 'cost' })
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos({ settings }) })
    const field = await screen.findByRole('textbox', { name: 'What do you want to know most?' })
    await user.clear(field)
    await user.type(field, 'time')
    expect(field).toHaveFocus()
    expect(field).toHaveValue('time')
  })

  test('offers an existing summary only if it has the same focus', async () => {
    const videoInfo = { ...sampleSummary(5, now()).videoInfo, videoId: 'dQw4w9WgXcQ' }
    const world = addSummaries(worldWithVideos({ settings: sampleSettings({ defaultFocus: 'what it costs' }) }), [
      sampleSummary(5, now(), { videoInfo, focus: 'what it costs' }),
    ])
    const { user } = openApp('/tabs/summarize', { world })
    await paste(link)
    expect(await screen.findByText('You already have this summary.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Open summary' })).toHaveAttribute('href', '/history-detail/5')
    await user.type(screen.getByRole('textbox', { name: 'What do you want to know most?' }), ' now')
    expect(await screen.findByText('Takes about 25 seconds · Uses 1 of 7 summaries left')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Remove focus' }))
    expect(await screen.findByText('Takes about 25 seconds · Uses 1 of 7 summaries left')).toBeInTheDocument()
  })

  test('removes the focus with one press and moves the keyboard focus to the button that adds it', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await user.type(await openField(user), 'what it costs')
    await user.click(screen.getByRole('button', { name: 'Remove focus' }))
    expect(screen.getByRole('button', { name: 'Add a focus' })).toHaveFocus()
  })

  test('limits the focus to 200 characters and shows the limit when it is reached', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos() })
    const field = await openField(user)
    await user.click(field)
    await user.paste('a'.repeat(300))
    expect(field).toHaveValue('a'.repeat(200))
    expect(screen.getByText('Up to 200 characters.')).toBeInTheDocument()
  })

  test('requests another summary of the same video when a focus is added', async () => {
    const existing = sampleSummary(5, now(), {
      videoInfo: { ...sampleSummary(5, now()).videoInfo, videoId: 'dQw4w9WgXcQ' },
    })
    const { user, api } = openApp('/tabs/summarize', { world: addSummaries(worldWithVideos(), [existing]) })
    await paste(link)
    await screen.findByText('You already have this summary.')
    await user.type(await openField(user), 'what it costs')
    await user.click(await generate())
    await waitFor(() => expect(created(api).map(({ focus }) => focus)).toEqual([null, 'what it costs']))
  })

  test('applies the focus to each of several links', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(`${link}\n${second}`)
    await user.type(await openField(user), 'what it costs')
    await user.click(await screen.findByRole('button', { name: 'Generate 2 summaries' }))
    await waitFor(() => expect(created(api).map(({ focus }) => focus)).toEqual(['what it costs', 'what it costs']))
  })

  test('applies the focus to an uploaded caption file and shows it there', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await user.type(await openField(user), 'who does what')
    expect(screen.getByText('Your focus applies here too: who does what')).toBeInTheDocument()
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
    const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello'
    await user.upload(input, new File([text], 'team-meeting.vtt', { type: 'text/vtt' }))
    await card(/team meeting/)
    expect(created(api)[0]).toMatchObject({ origin: 'upload', focus: 'who does what' })
    expect(screen.queryByText(/applies here too/)).not.toBeInTheDocument()
  })
})

describe('summary length', () => {
  const choose = async (user: ReturnType<typeof openApp>['user'], from: string, to: string) => {
    await user.click(await screen.findByRole('button', { name: `Length: ${from}` }))
    await user.click(await screen.findByRole('menuitem', { name: to }))
  }
  const created = (api: ReturnType<typeof openApp>['api']) => [...api.world.summaries.values()]
  const existing = (preset: 'short' | 'standard' | 'long') =>
    sampleSummary(5, now(), { preset, videoInfo: { ...sampleSummary(5, now()).videoInfo, videoId: 'dQw4w9WgXcQ' } })

  test('uses the default length of the settings, and applies another length to one summary only', async () => {
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
    await waitFor(() => expect(created(api).map(({ preset }) => preset)).toEqual(['short', 'long']))
  })

  test('offers an existing summary only if it has the same length', async () => {
    const { user, api } = openApp('/tabs/summarize', {
      world: addSummaries(worldWithVideos(), [existing('standard')]),
    })
    await paste(link)
    expect(await screen.findByText('You already have this summary.')).toBeInTheDocument()
    await choose(user, 'Standard', 'Long')
    expect(await screen.findByText('Takes about 25 seconds · Uses 1 of 7 summaries left')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Open your existing summary (Standard)' })).toHaveAttribute(
      'href',
      '/history-detail/5',
    )
    await user.click(await generate())
    await waitFor(() => expect(created(api).map(({ preset }) => preset)).toEqual(['standard', 'long']))
  })

  test('applies the length to several links and skips one that already has a summary of that length', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: addSummaries(worldWithVideos(), [existing('short')]) })
    await paste(`${link}\n${second}`)
    expect(await screen.findByRole('button', { name: 'Generate 2 summaries' })).toBeInTheDocument()
    await choose(user, 'Standard', 'Short')
    expect(await screen.findByText('You already have this summary.')).toBeInTheDocument()
    await user.click(await generate())
    await waitFor(() => expect(created(api).map(({ preset }) => preset)).toEqual(['short', 'short']))
  })

  test('applies the length to an uploaded caption file', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await choose(user, 'Standard', 'Short')
    const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello'
    await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, new File([text], 'a.vtt'))
    await waitFor(() => expect(created(api)[0]).toMatchObject({ origin: 'upload', preset: 'short' }))
  })

  test('hides the length choice when the settings fail to load; the server uses the default length', async () => {
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos({ settings: sampleSettings({ defaultPreset: 'short' }) }),
      setUp: server => server.break('users.settings', 'forbidden'),
    })
    await paste(link)
    await user.click(await generate())
    await waitFor(() => expect(created(api)[0]).toMatchObject({ preset: 'short' }))
    expect(screen.queryByRole('button', { name: /^Length/ })).not.toBeInTheDocument()
  })
})

describe('videos that cannot be summarized', () => {
  test('shows why a video was not found and offers to change the link', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste('https://youtu.be/gone0000000')
    expect(await screen.findByText(failures.not_found.forVideo)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Change link' }))
    expect(await box()).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Generate Summary' })).not.toBeInTheDocument()
  })

  test.each(['private', 'blocked', 'too_long', 'no_speech', 'language_unsupported', 'unplayable'] as const)(
    'offers another video, with the link selected in the box, when a video fails with %s',
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

  test('offers another video for a failed summary in the list and focuses the box', async () => {
    const world = addSummaries(createWorld(), [
      sampleSummary(1, now(), failedWith('no_speech', failures.no_speech.sentence)),
    ])
    const { user } = openApp('/tabs/history', { world })
    await user.click(await screen.findByRole('link', { name: 'Try another video' }))
    await waitFor(async () => expect(await box()).toHaveFocus())
    expect(path()).toBe('/tabs/summarize')
  })

  test('offers to upload captions for a video without captions', async () => {
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

  test('offers to summarize a live video when it ends, and shows the time of the next check', async () => {
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
    expect(await screen.findByText(/This video is live right now.*Next check:/)).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Summarize when it ends' })).toBeEnabled()
    expect(
      screen.getByText('It’ll wait in My Summaries. This uses 1 of 7 summaries left now and refunds it if it fails.'),
    ).toBeInTheDocument()
    expect(screen.queryByText(/^Takes about/)).not.toBeInTheDocument()
  })

  test('offers to keep trying or to upload captions when YouTube blocks the server', async () => {
    const world = worldWithVideos()
    const error = videoFailureSentence('bot_check')
    world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code: 'bot_check', error })
    openApp('/tabs/summarize', { world })
    await paste(link)
    expect(await screen.findByText(error)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Upload captions' })).toBeEnabled()
    expect(
      screen.getByText(/^We can keep trying for an hour\. This uses 1 of 7 summaries left now/),
    ).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Keep trying' })).toBeEnabled()
  })

  test.each(['consent_page', 'po_token_required', 'parse_changed'] as const)(
    'offers to retry or to upload captions when a video fails with %s',
    async code => {
      const world = worldWithVideos()
      const error = videoFailureSentence(code)
      world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code, error })
      openApp('/tabs/summarize', { world })
      await paste(link)
      expect(await screen.findByText(error)).toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'Upload captions' })).toBeEnabled()
      expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
    },
  )

  test.each([
    ['https://www.youtube.com/playlist?list=PL1234567890', /playlist link/],
    ['https://www.youtube.com/@somebody', /channel link/],
    ['https://vimeo.com/123456', /Only YouTube videos/],
  ])('explains without a request why %s cannot be summarized', async (text, sentence) => {
    const { api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(text)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(api.calls).not.toContain('summaries.preview')
  })

  test('disables requests and uploads and shows the reset date when the quota is used up', async () => {
    openApp('/tabs/summarize', { world: worldWithVideos({ used: 10 }) })
    expect(await screen.findByText(/You’ve used all your summaries for this month\. Resets/)).toBeInTheDocument()
    expect(screen.queryByText(/^Paste a YouTube link to get a summary/)).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Choose file' })).toBeDisabled()
    await paste(link)
    expect(await generate()).toBeDisabled()
  })

  test('offers to summarize a video once its pending captions are ready', async () => {
    const world = worldWithVideos()
    const { sentence } = failures.captions_pending
    world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code: 'captions_pending', error: sentence })
    openApp('/tabs/summarize', { world })
    await paste(link)
    expect(await screen.findByRole('button', { name: 'Summarize when captions are ready' })).toBeEnabled()
  })

  test('names the failed step of an internal error and offers to retry', async () => {
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos(),
      setUp: server => {
        server.break('summaries.preview', 'internal')
        server.break('summaries.request', 'internal')
      },
    })
    await paste(link)
    expect(await screen.findByText('Couldn’t load this video. Try again in a moment.')).toBeInTheDocument()
    api.repair('summaries.preview')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await user.click(await generate())
    expect(await screen.findByText('Couldn’t start this summary. Try again in a moment.')).toBeInTheDocument()
  })

  test('keeps the normal offer after a rate-limited request', async () => {
    const { user } = openApp('/tabs/summarize', {
      world: worldWithVideos(),
      setUp: server => server.break('summaries.request', 'too_many_requests'),
    })
    await paste(link)
    await user.click(await generate())
    expect(await screen.findByText(failures.too_many_requests.sentence)).toBeInTheDocument()
    expect(await generate()).toBeEnabled()
    expect(screen.getByText(/Uses 1 of 7 summaries left$/)).toBeInTheDocument()
  })

  test('offers to retry a request after a network failure', async () => {
    const { user, api } = openApp('/tabs/summarize', {
      world: worldWithVideos(),
      setUp: server => server.break('summaries.request', () => Response.error()),
    })
    await paste(link)
    await user.click(await generate())
    expect(await screen.findByText(/Couldn’t reach the service/)).toBeInTheDocument()
    api.repair('summaries.request')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Waiting in the queue')).toBeInTheDocument()
  })
})

describe('several links', () => {
  test('requests all valid links at once and keeps a missing video in the box with its error', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(`${link}\n${second}\nhttps://youtu.be/gone0000000`)
    expect(await screen.findByText(failures.not_found.forVideo)).toBeInTheDocument()
    expect(screen.getByText('https://youtu.be/gone0000000', { selector: 'p' })).toBeInTheDocument()
    expect(screen.getByText('Uses 2 of 7 summaries left')).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Generate 2 summaries' }))
    await waitFor(() => expect(api.world.summaries.size).toBe(2))
    expect(await box()).toHaveValue('https://youtu.be/gone0000000')
  })

  test('reports links beyond the maximum of 20', async () => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(Array.from({ length: 23 }, (_, at) => `https://youtu.be/many00000${10 + at}`).join('\n'))
    expect(
      await screen.findByText('You can add up to 20 links at a time. The last 3 were skipped.'),
    ).toBeInTheDocument()
  })

  test('removes requested links from the box and keeps text typed during the requests', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    const answer = delayResponses(api, 'POST', '/api/summaries')
    await paste(`${link} ${second}`)
    await user.click(await screen.findByRole('button', { name: 'Generate 2 summaries' }))
    await paste(`${link} ${second} https://youtu.be/gone0000000`)
    answer()
    await waitFor(() => expect(api.world.summaries.size).toBe(2))
    await waitFor(async () => expect(await box()).toHaveValue('https://youtu.be/gone0000000'))
  })

  test('keeps the remaining links in the box when the quota runs out', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos({ used: 9 }) })
    await paste(`${link}\n${second}`)
    expect(await screen.findByText('You have 1 summary left, so only the first will be made')).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Generate 2 summaries' }))
    expect(await screen.findByText(failures.monthly_limit_reached.sentence)).toBeInTheDocument()
    expect(await box()).toHaveValue(second)
  })
})

test('shows a status while searching videos', async () => {
  openApp('/tabs/summarize', {
    world: worldWithVideos(),
    setUp: server => server.break('youtube.videos', () => new Promise(() => {})),
  })
  await paste('bridges wind')
  expect(await screen.findByRole('status', { name: 'Searching videos' })).toBeInTheDocument()
})

test('searches videos for words and previews the chosen result', async () => {
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

test('keeps the search results when the next page fails to load, and retries it', async () => {
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
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t reach the service.')
  expect(screen.getByRole('button', { name: /Result dQw/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: /Result aBc/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /Result dQw/ })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('shows a chosen search result in place of the list, and Back returns to that result', async () => {
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
  const back = screen.getByRole('button', { name: 'Back to results' })
  expect(back).toHaveFocus()
  await user.click(back)
  expect(screen.getByRole('button', { name: /Result 2/ })).toHaveFocus()
  expect(screen.queryByRole('article')).not.toBeInTheDocument()
})

describe('demo', () => {
  beforeEach(() => {
    document.head.insertAdjacentHTML('beforeend', '<meta name="demo" content="true">')
  })
  afterEach(() => document.querySelector('meta[name="demo"]')?.remove())

  test('suggests demo searches that have results while the box is empty', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await user.click(await screen.findByRole('button', { name: 'London' }))
    expect(await box()).toHaveValue('London')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Demo' })).not.toBeInTheDocument())
  })

  test('explains that the demo does not have a video, instead of reporting a network failure', async () => {
    const world = worldWithVideos()
    const { sentence } = failures.network
    world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code: 'network', error: sentence })
    const { user } = openApp('/tabs/summarize', { world })
    await paste(link)
    expect(await screen.findByText(/This demo doesn’t have that video/)).toBeInTheDocument()
    expect(screen.queryByText(sentence)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Change link' }))
    expect(await box()).toHaveFocus()
  })
})

test('shows no demo hint outside the demo', async () => {
  openApp('/tabs/summarize', { world: worldWithVideos() })
  await box()
  expect(screen.queryByRole('region', { name: 'Demo' })).not.toBeInTheDocument()
})

describe('caption file upload', () => {
  const choose = () => document.querySelector<HTMLInputElement>('input[type="file"]')!
  const file = (text: string, name = 'team-meeting.vtt') => new File([text], name, { type: 'text/vtt' })

  test('uploads a caption file and creates a summary named after it', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await box()
    await user.upload(choose(), file('WEBVTT\n\n00:01.000 --> 00:02.000\nHello'))
    expect(await card(/team meeting/)).toBeInTheDocument()
    expect([...api.world.summaries.values()][0]).toMatchObject({
      origin: 'upload',
      videoInfo: { title: 'team meeting' },
    })
  })

  test('shows an error for a file without captions', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await box()
    await user.upload(choose(), file('nothing in it'))
    expect(await screen.findByText(failures.upload_unreadable.sentence)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Choose another file' })).toBeInTheDocument()
  })

  test('rejects a caption file over 5 MB before the upload', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await box()
    await user.upload(choose(), file('x'.repeat(5 * 1024 * 1024 + 1)))
    expect(await screen.findByText(/^This file is larger than 5 MB/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Choose another file' })).toBeInTheDocument()
    expect(api.calls).not.toContain('summaries.upload')
  })
})

describe('recording upload', () => {
  const choose = () => document.querySelector<HTMLInputElement>('input[type="file"]')!
  const recording = (size = 1000) => {
    const file = new File(['ID3'], 'team-meeting.m4a', { type: 'audio/mp4' })
    return Object.defineProperty(file, 'size', { value: size })
  }

  test('accepts recordings only if the server has a transcriber', async () => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await box()
    expect(screen.getByRole('region', { name: 'Have a caption file?' })).toBeInTheDocument()
    expect(choose().accept).not.toContain('audio')
    cleanup()
    openApp('/tabs/summarize', { world: Object.assign(worldWithVideos(), { hasTranscriber: true }) })
    expect(await screen.findByRole('region', { name: 'Have captions or a recording?' })).toBeInTheDocument()
    expect(choose().accept).toContain('audio/*')
  })

  test('rejects a recording over 500 MB before the upload', async () => {
    const world = Object.assign(worldWithVideos(), { hasTranscriber: true })
    const { user, api } = openApp('/tabs/summarize', { world })
    await box()
    await user.upload(choose(), recording(500_000_001))
    expect(await screen.findByText(/larger than 500 MB/)).toBeInTheDocument()
    expect(api.calls).not.toContain('summaries.upload')
  })
})

test('shows the summaries left this month and the reset date', async () => {
  openApp('/tabs/summarize')
  expect(await screen.findByText('7 of 10 summaries left this month')).toBeInTheDocument()
  expect(screen.getByText(/^resets (\w+ 1|tomorrow) at /)).toBeInTheDocument()
})

describe('without an event stream', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => vi.useRealTimers())

  test('polls the list every 5 s while a summary is in progress if the event stream is unavailable', async () => {
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

describe('readInput', () => {
  beforeAll(async () => void (await loadLinkReader()))

  test.each([
    ['', { kind: 'empty' }],
    [' a ', { kind: 'empty' }],
    [`look: ${link} !`, { kind: 'videos', videoIds: ['dQw4w9WgXcQ'], overLimit: 0, hasSkippedLinks: false }],
    [`${link}\n${link}`, { kind: 'videos', videoIds: ['dQw4w9WgXcQ'], overLimit: 0, hasSkippedLinks: false }],
    ['how  bridges\nmove', { kind: 'search', query: 'how bridges move' }],
    ['information', { kind: 'search', query: 'information' }],
  ])('reads the text %j as %j', (text, input) => {
    expect(readInput(text)).toEqual(input)
  })
})

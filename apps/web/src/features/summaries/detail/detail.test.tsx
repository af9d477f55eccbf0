import { failures } from '@recaps/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { setMedia, sound } from '../../../test/browser.ts'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { failedWith, sampleContent, sampleSummary, sampleTimings, unwritten } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const open = (change: Parameters<typeof sampleSummary>[2] = {}) =>
  openApp('/history-detail/1', { world: addSummaries(createWorld(), [sampleSummary(1, now, change)]) })
const timings = sampleTimings(sampleContent())
const startOf = (section: number, sentence: number) =>
  timings.find(t => t.section === section && t.sentence === sentence)!.startMs
const sentenceOf = (text: RegExp) => screen.findByText(text, { selector: '.sentence__text' })
const marked = () => document.querySelector('.sentence[data-now] .sentence__text')?.textContent

describe('the page of a summary', () => {
  test('names the creator first and leads to the video', async () => {
    open()
    expect(await screen.findByRole('heading', { name: /Why bridges hum/ })).toBeInTheDocument()
    expect(screen.getByText('Plain Structures')).toBeInTheDocument()
    expect(screen.getByText(/48 min video → 4 min read/)).toHaveTextContent(/^Published \w+ \d+/)
    expect(screen.getByText(/saves 44 min/)).toBeInTheDocument()
    const link = screen.getByRole('link', { name: 'Watch on YouTube' })
    expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=sample00001')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  })

  test('shows three points, sections with their times, and the proof', async () => {
    open()
    expect(await screen.findByRole('heading', { name: 'In three points' })).toBeInTheDocument()
    const section = screen.getByRole('region', { name: 'When the wind keeps time' })
    expect(within(section).getAllByRole('button', { name: 'Watch at 6:31' }).length).toBeGreaterThan(0)
    expect(screen.getByText('27 of 29 sentences quoted from the video')).toBeInTheDocument()
    expect(screen.getByText('Read to the end: 48:00')).toBeInTheDocument()
    expect(screen.getByText('6:41 of promotion left out')).toBeInTheDocument()
    expect(screen.getByRole('img', { name: 'Read to the end: 48:00' })).toBeInTheDocument()
    expect(screen.getAllByText('(Weakly supported by the video.)')).toHaveLength(2)
  })

  test.each([
    [
      'of a model that judged 24',
      { verified: 27, total: 29, judged: 24 },
      '24 of 29 sentences checked against the video',
    ],
    [
      'of a model, made before that was counted',
      { verified: 27, total: 29 },
      '27 of 29 sentences checked against the video',
    ],
  ])('says how many sentences were checked: %s', async (_, support, words) => {
    const { content } = sampleSummary(1, Date.now())
    open({ content: { ...content!, engine: 'openai:gpt-5', support } })
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(screen.getByText('Written by gpt-5')).toBeInTheDocument()
  })

  test('says that the built-in engine quotes, also when every sentence is borne out', async () => {
    const { content } = sampleSummary(1, Date.now())
    open({ content: { ...content!, support: { verified: 29, total: 29 } } })
    expect(await screen.findByText('Quoted from the video')).toBeInTheDocument()
    expect(screen.queryByText(/checked|verified/)).not.toBeInTheDocument()
  })

  test('shows the whole proof beside the text, and its first line where there is only one column', async () => {
    const proof = () => screen.getByText('27 of 29 sentences quoted from the video').closest('details')
    open()
    await screen.findByText('27 of 29 sentences quoted from the video')
    expect(proof()).toHaveAttribute('open')
    act(() => setMedia({ width: 390 }))
    expect(proof()).not.toHaveAttribute('open')
  })

  test('says whose voice it is, and takes another', async () => {
    const { user, api } = open()
    expect(await screen.findByText('Read aloud by: Built-in voice, deeper')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Change voice' }))
    const voices = await screen.findByRole('combobox', { name: 'Voice of this summary' })
    expect(voices).toHaveFocus()
    expect(voices).toHaveDisplayValue('Built-in voice, deeper')
    await user.selectOptions(voices, 'Fable, British')
    expect(await screen.findByText(/audio/i, { selector: '.audio-state__words' })).toBeInTheDocument()
    expect(screen.queryByText(/^Read aloud by/)).not.toBeInTheDocument()
    expect(api.calls).toContain('summaries.change')
  })

  test('falls silent with another voice, and Listen then plays that one', async () => {
    const { user, api } = open()
    await user.click(await screen.findByRole('button', { name: /^Listen/ }))
    await waitFor(() => expect(sound.isOn()).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Change voice' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Voice of this summary' }), 'Fable, British')
    await waitFor(() => expect(sound.isOn()).toBe(false))
    act(() => api.change(1, { ...sampleSummary(1, now), audioUrl: '/audio/fable.mp3' }))
    await user.click(await screen.findByRole('button', { name: /^Listen/ }))
    await waitFor(() => expect(sound.element().getAttribute('src')).toBe('/audio/fable.mp3'))
    await waitFor(() => expect(sound.isOn()).toBe(true))
  })

  test('says when the voice could not be changed, and keeps it', async () => {
    const { user, api } = open()
    await user.click(await screen.findByRole('button', { name: 'Change voice' }))
    api.break('summaries.change', 'forbidden')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Voice of this summary' }), 'Fable, British')
    expect(await screen.findByText('The voice could not be changed')).toBeInTheDocument()
    expect(await screen.findByText('Read aloud by: Built-in voice, deeper')).toBeInTheDocument()
  })

  test('lets nobody change the voice of what is not theirs', async () => {
    open({ access: 'community' })
    expect(await screen.findByText('Read aloud by: Built-in voice, deeper')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Change voice' })).not.toBeInTheDocument()
  })

  test('says that it was cut, and what is missing', async () => {
    const content = sampleContent()
    open({ content: { ...content, cut: true, coverage: { ...content.coverage, leftOut: 12 } } })
    expect(await screen.findByText('Shortened to the length you asked for: 12 sentences left out.')).toBeInTheDocument()
  })

  test('counts the view once and marks it as read', async () => {
    const { api } = open({ unread: true })
    await screen.findByRole('heading', { name: 'In three points' })
    await waitFor(() => expect(api.world.summaries.get(1)!.unread).toBe(false))
    expect(api.calls.filter(call => call === 'summaries.view')).toHaveLength(1)
  })

  test('stays unread when it is marked so on the page', async () => {
    const { user, api } = open({ unread: true })
    await waitFor(() => expect(api.world.summaries.get(1)!.unread).toBe(false))
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }))
    expect(await screen.findByRole('link', { name: /^Unread\.\s*Why bridges/ })).toBeInTheDocument()
    expect(api.world.summaries.get(1)!.unread).toBe(true)
  })

  test('shows remote text as text [ASVS 1.1.2, 1.2.1, 1.3.5, 3.2.2] [threat 9]', async () => {
    const info = sampleSummary(1, now).videoInfo
    open({ videoInfo: { ...info, title: '<img src=x onerror=alert(1)> & more' } })
    expect(await screen.findByRole('heading', { name: '<img src=x onerror=alert(1)> & more' })).toBeInTheDocument()
    expect(document.querySelector('img[src="x"]')).toBeNull()
  })

  test('has a text size that is kept on the device', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Text size' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Large' }))
    expect(document.querySelector('.detail')).toHaveAttribute('data-text-size', 'large')
    expect(localStorage.getItem('textSize')).toBe('large')
  })
})

describe('reading along', () => {
  test('marks the sentence and the word that are heard', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /^Listen · 3:/ }))
    await waitFor(() => expect(sound.isOn()).toBe(true))
    act(() => {
      sound.loaded(210)
      sound.at((startOf(1, 2) + 10) / 1000)
    })
    await waitFor(() =>
      expect(marked()).toBe('At one speed the beat meets the pitch of the bridge, and small pushes add up.'),
    )
    expect(document.querySelector('.sentence__word')).toHaveTextContent('At')
    act(() => sound.at((startOf(1, 2) + 340 * 3 + 10) / 1000))
    await waitFor(() => expect(document.querySelector('.sentence__word')).toHaveTextContent('the'))
    expect(document.querySelectorAll('[aria-current="true"].sentence__text')).toHaveLength(1)
  })

  test('a tap on a sentence hears from there', async () => {
    open()
    fireEvent.click(await sentenceOf(/^A twist of the deck/))
    await waitFor(() => expect(sound.isOn()).toBe(true))
    act(() => sound.loaded(210))
    expect(sound.element().currentTime).toBeCloseTo(startOf(2, 1) / 1000, 3)
  })

  test('a tap of a finger shows the chip of its sentence, and of no other', async () => {
    setMedia({ width: 390, hover: false })
    open()
    const first = await sentenceOf(/^A twist of the deck/)
    fireEvent.click(first)
    expect(document.querySelectorAll('.sentence[data-open]')).toHaveLength(1)
    expect(first.parentElement).toHaveAttribute('data-open')
    const second = await sentenceOf(/^At one speed the beat/)
    fireEvent.click(second)
    expect(first.parentElement).not.toHaveAttribute('data-open')
    expect(second.parentElement).toHaveAttribute('data-open')
  })

  test('the keyboard has the same on the chip of the sentence', async () => {
    const { user } = open()
    const chip = (await sentenceOf(/^A twist of the deck/)).parentElement!
    within(chip).getByRole('button', { name: 'Hear from here' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sound.isOn()).toBe(true))
  })

  const listen = async () => {
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: /^Listen/ }))
    await waitFor(() => expect(sound.isOn()).toBe(true))
    act(() => {
      sound.loaded(210)
      sound.at((startOf(0, 0) + 10) / 1000)
    })
    await waitFor(() => expect(marked()).toMatch(/^Every bridge moves/))
    return app
  }

  test('stops following after a scroll by hand and offers to come back', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo')
    const { user } = await listen()
    fireEvent.wheel(window)
    const back = await screen.findByRole('button', { name: 'Back to now' })
    scrolled.mockClear()
    act(() => sound.at((startOf(3, 1) + 10) / 1000))
    await waitFor(() => expect(marked()).toMatch(/^Full models/))
    expect(scrolled).not.toHaveBeenCalled()
    await user.click(back)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Back to now' })).not.toBeInTheDocument())
    expect(scrolled).toHaveBeenCalled()
    scrolled.mockRestore()
  })

  describe('a scroll by hand', () => {
    const back = () => screen.queryByRole('button', { name: 'Back to now' })

    test.each(['PageDown', 'ArrowDown', 'End'])('is one by %s too, also where a button has the focus', async key => {
      const { user } = await listen()
      screen.getByRole('button', { name: 'Text size' }).focus()
      expect(back()).not.toBeInTheDocument()
      await user.keyboard(`{${key}}`)
      expect(back()).toBeInTheDocument()
    })

    test.each([
      ['in a text field', '{Control>}k{/Control}', { role: 'combobox', name: 'Find a page or a summary' }],
      ['on the place in the sound', '', { role: 'slider', name: /./ }],
      ['on a tab', '', { role: 'tab', name: 'Summary' }],
    ])('is none by a key %s', async (_, before, { role, name }) => {
      const { user } = await listen()
      if (before) await user.keyboard(before)
      const place = await screen.findByRole(role, { name })
      for (const key of ['PageDown', 'ArrowDown', 'Home']) fireEvent.keyDown(place, { key })
      expect(back()).not.toBeInTheDocument()
    })

    test('is one by the bar at the side of the page, and a press beside that is none', async () => {
      await listen()
      const page = document.documentElement
      const width = vi.spyOn(page, 'clientWidth', 'get').mockReturnValue(1425)
      onTestFinished(() => width.mockRestore())
      fireEvent.pointerDown(page, { clientX: 1424 })
      fireEvent.pointerDown(document.body, { clientX: 1430 })
      expect(back()).not.toBeInTheDocument()
      fireEvent.pointerDown(page, { clientX: 1425 })
      expect(back()).toBeInTheDocument()
    })
  })

  test('ends where the text has got another voice, and a tap hears that one', async () => {
    const { api } = await listen()
    // Changed on another device, while this one plays.
    const { audioDurationMs } = sampleSummary(1, now)
    act(() => api.change(1, { audio: 'pending', audioUrl: null, audioDurationMs: null, timings: null }))
    expect(await screen.findByText('Audio is on its way')).toBeInTheDocument()
    act(() => api.change(1, { audio: 'ready', audioUrl: '/audio/fable.mp3', audioDurationMs, timings }))
    expect(await screen.findByRole('button', { name: /^Listen/ })).toBeInTheDocument()
    expect(sound.isOn()).toBe(true)
    expect(marked()).toBeUndefined()
    fireEvent.click(await sentenceOf(/^A twist of the deck/))
    await waitFor(() => expect(sound.element().getAttribute('src')).toBe('/audio/fable.mp3'))
    act(() => sound.loaded(210))
    expect(sound.element().currentTime).toBeCloseTo(startOf(2, 1) / 1000, 3)
  })

  test('is silent about a summary that is not in the player', async () => {
    open()
    await screen.findByRole('heading', { name: 'In three points' })
    expect(marked()).toBeUndefined()
  })
})

describe('what is told of how it was written', () => {
  const written = (change: Partial<ReturnType<typeof sampleContent>>) => {
    const content = sampleContent()
    open({ content: { ...content, ...change } })
  }
  const spoken = (language: string) => written({ transcript: { kind: 'auto', quality: 'B', language } })

  test('names the built-in engine, and no language where it is English', async () => {
    open()
    expect(await screen.findByText('Written by the built-in engine')).toBeInTheDocument()
    expect(screen.queryByText(/^Spoken in/)).not.toBeInTheDocument()
  })

  test('names the model, whatever is in its name', async () => {
    written({ engine: 'openai:llama3.1:8b' })
    expect(await screen.findByText('Written by llama3.1:8b')).toBeInTheDocument()
  })

  test.each([
    ['de', 'Spoken in German; summarized in English'],
    ['pt-BR', 'Spoken in Brazilian Portuguese; summarized in English'],
    ['qqx', 'Spoken in another language; summarized in English'],
    ['not a tag', 'Spoken in another language; summarized in English'],
  ])('names the language %s that is spoken', async (language, sentence) => {
    spoken(language)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })

  test('does not name English in any of its forms', async () => {
    spoken('en-GB')
    await screen.findByText('Written by the built-in engine')
    expect(screen.queryByText(/^Spoken in/)).not.toBeInTheDocument()
  })

  test('says what its reader wanted to know most', async () => {
    open({ focus: 'what it costs <b>' })
    expect(await screen.findByText('With a focus on: what it costs <b>')).toBeInTheDocument()
  })
})

describe('the video', () => {
  const frame = () => screen.findByTitle<HTMLIFrameElement>(/^Video: /)
  const host = 'https://www.youtube-nocookie.com'
  /** What stands in the frame: what it is told, and what it tells of its video. */
  const inFrame = async (load = true) => {
    const postMessage = vi.fn()
    const contentWindow = { postMessage }
    const element = await frame()
    Object.defineProperty(element, 'contentWindow', { value: contentWindow })
    if (load) fireEvent.load(element)
    return {
      postMessage,
      told: () => postMessage.mock.calls.map(([message]) => JSON.parse(String(message))),
      says(playerState: number, by: { origin?: string; source?: object } = {}) {
        const { origin = host, source = contentWindow } = by
        const data = JSON.stringify({ event: 'infoDelivery', info: { playerState } })
        const event = Object.defineProperty(new MessageEvent('message', { origin, data }), 'source', { value: source })
        act(() => void window.dispatchEvent(event))
      },
    }
  }
  const watchAt = async (user: ReturnType<typeof open>['user'], time: string) =>
    await user.click((await screen.findAllByRole('button', { name: `Watch at ${time}` }))[0]!)
  const listen = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await screen.findByRole('button', { name: /^Listen/ }))
    await waitFor(() => expect(sound.isOn()).toBe(true))
  }
  const [plays, pauses, buffers] = [1, 2, 3]

  test('is not loaded from elsewhere before somebody wants to see it', async () => {
    const { user } = open()
    await screen.findByRole('heading', { name: 'In three points' })
    expect(document.querySelector('iframe')).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Play the video here/ }))
    const { origin, pathname, searchParams } = new URL((await frame()).src)
    expect(origin + pathname).toBe('https://www.youtube-nocookie.com/embed/sample00001')
    expect(searchParams.get('enablejsapi')).toBe('1')
  })

  test('opens at the second of a sentence, moves to another, and silences the summary', async () => {
    const { user } = open()
    await listen(user)
    await watchAt(user, '8:32')
    expect(new URL((await frame()).src).searchParams.get('start')).toBe('512')
    await waitFor(() => expect(sound.isOn()).toBe(false))
    const { told, postMessage } = await inFrame()
    await watchAt(user, '16:44')
    expect(told()).toContainEqual(expect.objectContaining({ func: 'seekTo', args: [1004, true] }))
    expect(told()).toContainEqual(expect.objectContaining({ func: 'playVideo' }))
    expect(postMessage.mock.calls[0]![1]).toBe(host)
  })

  test('is told the last wish of those that came before it was there', async () => {
    const { user } = open()
    await watchAt(user, '8:32')
    const { told, postMessage } = await inFrame(false)
    await watchAt(user, '16:44')
    postMessage.mockClear()
    fireEvent.load(await frame())
    expect(told()).toMatchObject([
      { event: 'listening' },
      { func: 'seekTo', args: [1004, true] },
      { func: 'playVideo' },
    ])
  })

  test('is silent when somebody pressed Listen before it was there', async () => {
    const { user } = open()
    await watchAt(user, '8:32')
    const { told, postMessage } = await inFrame(false)
    await listen(user)
    postMessage.mockClear()
    fireEvent.load(await frame())
    expect(told()).toMatchObject([{ event: 'listening' }, { func: 'pauseVideo' }])
  })

  test('silences the summary when it is started inside its frame', async () => {
    const { user } = open()
    await watchAt(user, '8:32')
    const { told, says } = await inFrame()
    says(plays)
    await listen(user)
    expect(told()).toContainEqual(expect.objectContaining({ func: 'pauseVideo' }))
    // It was said before the video heard of it.
    says(plays)
    expect(sound.isOn()).toBe(true)
    says(pauses)
    says(buffers)
    expect(sound.isOn()).toBe(true)
    says(plays)
    expect(sound.isOn()).toBe(false)
  })

  test.each([
    ['another page in that frame', { origin: 'https://example.com' }],
    ['another frame', { source: {} }],
  ])('is not spoken for by %s [ASVS 3.5.5]', async (_, by) => {
    const { user } = open()
    await watchAt(user, '8:32')
    const { says } = await inFrame()
    says(pauses)
    await listen(user)
    says(plays, by)
    expect(sound.isOn()).toBe(true)
    says(plays)
    expect(sound.isOn()).toBe(false)
  })

  test('is not offered for an uploaded file', async () => {
    const info = sampleSummary(1, now).videoInfo
    open({ videoInfo: { ...info, videoId: 'upload:1', videoUrl: null } })
    expect(await screen.findByText(/48 min recording →/)).toBeInTheDocument()
    await screen.findByRole('heading', { name: 'In three points' })
    expect(screen.queryByRole('link', { name: 'Watch on YouTube' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Watch at/ })).not.toBeInTheDocument()
  })
})

describe('the transcript', () => {
  test('is a tab that is searched', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('tab', { name: 'Transcript' }))
    const search = await screen.findByRole('searchbox', { name: 'Search the transcript' })
    await user.type(search, 'Tacoma')
    expect(await screen.findByText(/^\d+ passages$/)).toBeInTheDocument()
    expect(screen.getAllByText('Tacoma', { selector: 'mark' }).length).toBeGreaterThan(0)
    await user.clear(search)
    await user.type(search, 'zebra')
    expect(await screen.findByText('“zebra” is not said in this video.')).toBeInTheDocument()
  })

  test('is reached with the arrow keys', async () => {
    const { user } = open()
    const tab = await screen.findByRole('tab', { name: 'Summary' })
    tab.focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Transcript' })).toHaveFocus()
    expect(screen.getByRole('tab', { name: 'Transcript' })).toHaveAttribute('aria-selected', 'true')
  })
})

describe('a summary that is on its way', () => {
  test('arrives on the open page: text first, sound later', async () => {
    const { api } = open({ ...unwritten, state: 'working', stage: 'captions' })
    expect(await screen.findByText('Reading captions')).toBeInTheDocument()
    const { content, summary, headline, readMinutes } = sampleSummary(1, now)
    act(() =>
      api.change(1, {
        content,
        summary,
        headline,
        readMinutes,
        state: 'readable',
        audio: 'pending',
        stage: 'speaking',
        progress: { done: 3, total: 31 },
      }),
    )
    expect(await sentenceOf(/^Every bridge moves/)).toBeInTheDocument()
    expect(screen.getByText('Speaking 9%')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Listen/ })).not.toBeInTheDocument()
    act(() => api.change(1, { ...sampleSummary(1, now), stage: null }))
    expect(await screen.findByRole('button', { name: /^Listen · 3:/ })).toBeInTheDocument()
  })

  test('says why its sound is missing and tries that again apart', async () => {
    const { user, api } = open({ audio: 'failed', audioUrl: null, timings: null })
    expect(await screen.findByText('The audio could not be made.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Audio is on its way')).toBeInTheDocument()
    expect(api.calls).toContain('summaries.retry')
    expect(await sentenceOf(/^Every bridge moves/)).toBeInTheDocument()
  })

  test('that failed says why, with its one action', async () => {
    open(failedWith('age_restricted', failures.age_restricted.sentence))
    expect(await screen.findByText(failures.age_restricted.sentence)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Upload captions' })).toHaveAttribute('href', '/tabs/summarize')
  })
})

test('a failed entry that is removed on its own page leads to the list, which offers it back', async () => {
  const { user } = open(failedWith('private', failures.private.sentence))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(path()).toBe('/tabs/history'))
  expect(await screen.findByText('Summary deleted')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  expect(screen.queryByText(failures.private.sentence)).not.toBeInTheDocument()
})

test('a video that is waited for is told with its time, not as a page that loads', async () => {
  const retryAt = new Date(now + 3_600_000).toISOString()
  const { sentence } = failures.live
  open({ ...unwritten, state: 'deferred', stage: 'captions', code: 'live', error: sentence, retryAt })
  expect(await screen.findByText(/This video is live right now.*Next look: to/)).toBeInTheDocument()
  expect(screen.queryByRole('status', { name: 'Loading the summary' })).not.toBeInTheDocument()
})

describe('the contents', () => {
  const folded = () => screen.queryByText(/^Contents · /)?.closest('details')

  test('are folded between what the summary says in short and its sections', async () => {
    open()
    const points = await screen.findByRole('region', { name: 'In three points' })
    const section = screen.getByRole('heading', { name: 'A bridge is never still' })
    expect(points.compareDocumentPosition(folded()!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(folded()!.compareDocumentPosition(section)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('lead to the section with the focus', async () => {
    const { user } = open()
    await user.click(await screen.findByText('Contents · 6 sections'))
    expect(folded()).toHaveAttribute('open')
    await user.click(within(folded()!).getByRole('link', { name: /Flutter is another matter/ }))
    expect(folded()).not.toHaveAttribute('open')
    expect(screen.getByRole('heading', { name: 'Flutter is another matter' })).toHaveFocus()
  })

  test('are not folded for a summary of few sections', async () => {
    const content = sampleContent()
    open({ content: { ...content, sections: content.sections.slice(0, 2) } })
    await screen.findByRole('heading', { name: 'In three points' })
    expect(folded()).toBeUndefined()
  })
})

describe('what is not there', () => {
  test.each(['/history-detail/999', '/history-detail/nonsense'])('%s says so and leads to the list', async address => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = openApp(address)
    expect(await screen.findByRole('heading', { name: 'This summary does not exist' })).toBeInTheDocument()
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'My Summaries' }))
    await waitFor(() => expect(path()).toBe('/tabs/history'))
  })
})

describe('the place in the text', () => {
  test('of the last visit is offered', async () => {
    const { user } = open({ readPosition: 12 })
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView')
    await user.click(await screen.findByRole('button', { name: 'Continue where you stopped' }))
    expect(seen.mock.contexts[0]).toHaveTextContent('The Tacoma Narrows bridge')
    seen.mockRestore()
  })
})

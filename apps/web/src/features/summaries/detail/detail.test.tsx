import { failures } from '@recaps/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { setMedia, testAudio } from '../../../test/browser.ts'
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
const highlighted = () => document.querySelector('.sentence[data-now] .sentence__text')?.textContent

describe('the summary page', () => {
  test('the summary page shows the creator and links to the video', async () => {
    open()
    expect(await screen.findByRole('heading', { name: /Why bridges hum/ })).toBeInTheDocument()
    expect(screen.getByText('Plain Structures')).toBeInTheDocument()
    expect(screen.getByText(/48 min video → 4 min read/)).toHaveTextContent(/^Published \w+ \d+/)
    expect(screen.getByText(/saves 44 min/)).toBeInTheDocument()
    const link = screen.getByRole('link', { name: 'Watch on YouTube' })
    expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=sample00001')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  })

  test('the summary page shows key points, sections with times, and the proof', async () => {
    open()
    expect(await screen.findByRole('heading', { name: 'Key points' })).toBeInTheDocument()
    const section = screen.getByRole('region', { name: 'When the wind keeps time' })
    expect(within(section).getAllByRole('button', { name: 'Watch at 6:31' }).length).toBeGreaterThan(0)
    expect(screen.getByText('27 of 29 sentences quoted from the video')).toBeInTheDocument()
    expect(screen.getByText('Whole video read (48:00)')).toBeInTheDocument()
    expect(screen.getByText('6:41 of promotion skipped')).toBeInTheDocument()
    expect(screen.getByRole('img', { name: 'Whole video read (48:00)' })).toBeInTheDocument()
    expect(screen.getAllByText('(Weakly supported by the video.)')).toHaveLength(2)
  })

  test.each([
    [
      'a model that judged 24 of 29',
      { verified: 27, total: 29, judged: 24 },
      '24 of 29 sentences checked against the video',
    ],
    [
      'a model, from before judged sentences were counted',
      { verified: 27, total: 29 },
      '27 of 29 sentences checked against the video',
    ],
  ])('the proof shows the number of checked sentences: %s', async (_, support, text) => {
    const { content } = sampleSummary(1, Date.now())
    open({ content: { ...content!, engine: 'openai:gpt-5', support } })
    expect(await screen.findByText(text)).toBeInTheDocument()
    expect(screen.getByText('Written by gpt-5')).toBeInTheDocument()
  })

  test('the proof calls summaries of the built-in engine quoted, even if all sentences are verified', async () => {
    const { content } = sampleSummary(1, Date.now())
    open({ content: { ...content!, support: { verified: 29, total: 29 } } })
    expect(await screen.findByText('Quoted from the video')).toBeInTheDocument()
    expect(screen.queryByText(/checked|verified/)).not.toBeInTheDocument()
  })

  test('the proof is open beside the text and collapsed in a single column', async () => {
    const proof = () => screen.getByText('27 of 29 sentences quoted from the video').closest('details')
    open()
    await screen.findByText('27 of 29 sentences quoted from the video')
    expect(proof()).toHaveAttribute('open')
    act(() => setMedia({ width: 390 }))
    expect(proof()).not.toHaveAttribute('open')
  })

  test('the summary page names the voice and lets the owner change it', async () => {
    const { user, api } = open()
    expect(await screen.findByText('Read aloud by: Built-in voice, deeper')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Change voice' }))
    const voices = await screen.findByRole('combobox', { name: 'Voice for this summary' })
    expect(voices).toHaveFocus()
    expect(voices).toHaveDisplayValue('Built-in voice, deeper')
    await user.selectOptions(voices, 'Fable, British')
    expect(await screen.findByText(/audio/i, { selector: '.audio-state__words' })).toBeInTheDocument()
    expect(screen.queryByText(/^Read aloud by/)).not.toBeInTheDocument()
    expect(api.calls).toContain('summaries.change')
  })

  test('changing the voice stops playback, and Listen then plays the new voice', async () => {
    const { user, api } = open()
    await user.click(await screen.findByRole('button', { name: /^Listen(?! from)/ }))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Change voice' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Voice for this summary' }), 'Fable, British')
    await waitFor(() => expect(testAudio.isOn()).toBe(false))
    act(() => api.change(1, { ...sampleSummary(1, now), audioUrl: '/audio/fable.mp3' }))
    await user.click(await screen.findByRole('button', { name: /^Listen(?! from)/ }))
    await waitFor(() => expect(testAudio.element().getAttribute('src')).toBe('/audio/fable.mp3'))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
  })

  test('a voice that could not be changed is kept, with an error', async () => {
    const { user, api } = open()
    await user.click(await screen.findByRole('button', { name: 'Change voice' }))
    api.break('summaries.change', 'forbidden')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Voice for this summary' }), 'Fable, British')
    expect(await screen.findByText('Couldn’t change the voice. Try again.')).toBeInTheDocument()
    expect(await screen.findByText('Read aloud by: Built-in voice, deeper')).toBeInTheDocument()
  })

  test('the voice of a community summary cannot be changed', async () => {
    open({ access: 'community' })
    expect(await screen.findByText('Read aloud by: Built-in voice, deeper')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Change voice' })).not.toBeInTheDocument()
  })

  test('the proof shows how many sentences were cut to fit the length', async () => {
    const content = sampleContent()
    open({ content: { ...content, cut: true, coverage: { ...content.coverage, leftOut: 12 } } })
    expect(await screen.findByText('Shortened to the length you chose: 12 sentences left out.')).toBeInTheDocument()
  })

  test('opening a summary counts one view and marks it as read', async () => {
    const { api } = open({ unread: true })
    await screen.findByRole('heading', { name: 'Key points' })
    await waitFor(() => expect(api.world.summaries.get(1)!.unread).toBe(false))
    expect(api.calls.filter(call => call === 'summaries.view')).toHaveLength(1)
  })

  test('a summary marked as unread on its page stays unread', async () => {
    const { user, api } = open({ unread: true })
    await waitFor(() => expect(api.world.summaries.get(1)!.unread).toBe(false))
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }))
    expect(await screen.findByRole('link', { name: /^Unread\.\s*Why bridges/ })).toBeInTheDocument()
    expect(api.world.summaries.get(1)!.unread).toBe(true)
  })

  test('the summary page does not interpret HTML in remote text [ASVS 1.1.2, 1.2.1, 1.3.5, 3.2.2] [threat 9]', async () => {
    const info = sampleSummary(1, now).videoInfo
    open({ videoInfo: { ...info, title: '<img src=x onerror=alert(1)> & more' } })
    expect(await screen.findByRole('heading', { name: '<img src=x onerror=alert(1)> & more' })).toBeInTheDocument()
    expect(document.querySelector('img[src="x"]')).toBeNull()
  })

  test('the text size is stored on the device', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Text size' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Large' }))
    expect(document.querySelector('.detail')).toHaveAttribute('data-text-size', 'large')
    expect(localStorage.getItem('textSize')).toBe('large')
  })
})

describe('reading along', () => {
  test('reading along highlights the spoken sentence and word', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /^Listen · 3:/ }))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    act(() => {
      testAudio.loaded(210)
      testAudio.at((startOf(1, 2) + 10) / 1000)
    })
    await waitFor(() =>
      expect(highlighted()).toBe('At one speed the beat meets the pitch of the bridge, and small pushes add up.'),
    )
    expect(document.querySelector('.sentence__word')).toHaveTextContent('At')
    act(() => testAudio.at((startOf(1, 2) + 340 * 3 + 10) / 1000))
    await waitFor(() => expect(document.querySelector('.sentence__word')).toHaveTextContent('the'))
    expect(document.querySelectorAll('[aria-current="true"].sentence__text')).toHaveLength(1)
  })

  test('a tap on a sentence plays from there', async () => {
    open()
    fireEvent.click(await sentenceOf(/^A twist of the deck/))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    act(() => testAudio.loaded(210))
    expect(testAudio.element().currentTime).toBeCloseTo(startOf(2, 1) / 1000, 3)
  })

  test('a tap on a touch screen shows only the chip of that sentence', async () => {
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

  test('the chip of a sentence plays from there by keyboard', async () => {
    const { user } = open()
    const chip = (await sentenceOf(/^A twist of the deck/)).parentElement!
    within(chip).getByRole('button', { name: 'Listen from here' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
  })

  const listen = async () => {
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: /^Listen(?! from)/ }))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    act(() => {
      testAudio.loaded(210)
      testAudio.at((startOf(0, 0) + 10) / 1000)
    })
    await waitFor(() => expect(highlighted()).toMatch(/^Every bridge moves/))
    return app
  }

  test('a manual scroll stops auto-scroll and offers to jump back', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo')
    const { user } = await listen()
    fireEvent.wheel(window)
    const back = await screen.findByRole('button', { name: 'Jump to current sentence' })
    scrolled.mockClear()
    act(() => testAudio.at((startOf(3, 1) + 10) / 1000))
    await waitFor(() => expect(highlighted()).toMatch(/^Full models/))
    expect(scrolled).not.toHaveBeenCalled()
    await user.click(back)
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Jump to current sentence' })).not.toBeInTheDocument(),
    )
    expect(scrolled).toHaveBeenCalled()
    scrolled.mockRestore()
  })

  describe('a manual scroll', () => {
    const back = () => screen.queryByRole('button', { name: 'Jump to current sentence' })

    test.each(['PageDown', 'ArrowDown', 'End'])(
      'the key %s counts as a manual scroll, even if a button has the focus',
      async key => {
        const { user } = await listen()
        screen.getByRole('button', { name: 'Text size' }).focus()
        expect(back()).not.toBeInTheDocument()
        await user.keyboard(`{${key}}`)
        expect(back()).toBeInTheDocument()
      },
    )

    test.each([
      ['in a text field', '{Control>}k{/Control}', { role: 'combobox', name: 'Find a page or summary' }],
      ['on the seek bar', '', { role: 'slider', name: /./ }],
      ['on a tab', '', { role: 'tab', name: 'Summary' }],
    ])('scroll keys %s do not count as a manual scroll', async (_, before, { role, name }) => {
      const { user } = await listen()
      if (before) await user.keyboard(before)
      const control = await screen.findByRole(role, { name })
      for (const key of ['PageDown', 'ArrowDown', 'Home']) fireEvent.keyDown(control, { key })
      expect(back()).not.toBeInTheDocument()
    })

    test('a press on the scroll bar counts as a manual scroll, a press beside it does not', async () => {
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

  test('reading along ends when the voice changes, and a tap plays the new voice', async () => {
    const { api } = await listen()
    // The voice is changed on another device while this one plays.
    const { audioDurationMs } = sampleSummary(1, now)
    act(() => api.change(1, { audio: 'pending', audioUrl: null, audioDurationMs: null, timings: null }))
    expect(await screen.findByText('Preparing audio…')).toBeInTheDocument()
    act(() => api.change(1, { audio: 'ready', audioUrl: '/audio/fable.mp3', audioDurationMs, timings }))
    expect(await screen.findByRole('button', { name: /^Listen(?! from)/ })).toBeInTheDocument()
    expect(testAudio.isOn()).toBe(true)
    expect(highlighted()).toBeUndefined()
    fireEvent.click(await sentenceOf(/^A twist of the deck/))
    await waitFor(() => expect(testAudio.element().getAttribute('src')).toBe('/audio/fable.mp3'))
    act(() => testAudio.loaded(210))
    expect(testAudio.element().currentTime).toBeCloseTo(startOf(2, 1) / 1000, 3)
  })

  test('reading along highlights nothing if another summary is in the player', async () => {
    open()
    await screen.findByRole('heading', { name: 'Key points' })
    expect(highlighted()).toBeUndefined()
  })
})

describe('how the summary was written', () => {
  const written = (change: Partial<ReturnType<typeof sampleContent>>) => {
    const content = sampleContent()
    open({ content: { ...content, ...change } })
  }
  const spoken = (language: string) => written({ transcript: { kind: 'auto', quality: 'B', language } })

  test('the proof names the built-in engine, and no language for English videos', async () => {
    open()
    expect(await screen.findByText('Written by the built-in engine')).toBeInTheDocument()
    expect(screen.queryByText(/^Spoken in/)).not.toBeInTheDocument()
  })

  test('the proof names the model, even with colons in its name', async () => {
    written({ engine: 'openai:llama3.1:8b' })
    expect(await screen.findByText('Written by llama3.1:8b')).toBeInTheDocument()
  })

  test.each([
    ['de', 'Spoken in German; summarized in English'],
    ['pt-BR', 'Spoken in Brazilian Portuguese; summarized in English'],
    ['qqx', 'Spoken in another language; summarized in English'],
    ['not a tag', 'Spoken in another language; summarized in English'],
  ])('the proof names the spoken language for the tag %s', async (language, sentence) => {
    spoken(language)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })

  test('the proof does not name regional variants of English', async () => {
    spoken('en-GB')
    await screen.findByText('Written by the built-in engine')
    expect(screen.queryByText(/^Spoken in/)).not.toBeInTheDocument()
  })

  test('the summary page shows the focus', async () => {
    open({ focus: 'what it costs <b>' })
    expect(await screen.findByText('Focus: what it costs <b>')).toBeInTheDocument()
  })
})

describe('the video', () => {
  const frame = () => screen.findByTitle<HTMLIFrameElement>(/^Video: /)
  const host = 'https://www.youtube-nocookie.com'
  /** Fakes the window of the frame: records the commands it receives and sends player states. */
  const fakeFrame = async (load = true) => {
    const postMessage = vi.fn()
    const contentWindow = { postMessage }
    const element = await frame()
    Object.defineProperty(element, 'contentWindow', { value: contentWindow })
    if (load) fireEvent.load(element)
    return {
      postMessage,
      commands: () => postMessage.mock.calls.map(([message]) => JSON.parse(String(message))),
      report(playerState: number, by: { origin?: string; source?: object } = {}) {
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
    await user.click(await screen.findByRole('button', { name: /^Listen(?! from)/ }))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
  }
  const [plays, pauses, buffers] = [1, 2, 3]

  test('the video is not loaded from YouTube before the user plays it', async () => {
    const { user } = open()
    await screen.findByRole('heading', { name: 'Key points' })
    expect(document.querySelector('iframe')).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Play video: / }))
    const { origin, pathname, searchParams } = new URL((await frame()).src)
    expect(origin + pathname).toBe('https://www.youtube-nocookie.com/embed/sample00001')
    expect(searchParams.get('enablejsapi')).toBe('1')
  })

  test('the video opens at the cited second, seeks to another, and pauses the summary', async () => {
    const { user } = open()
    await listen(user)
    await watchAt(user, '8:32')
    expect(new URL((await frame()).src).searchParams.get('start')).toBe('512')
    await waitFor(() => expect(testAudio.isOn()).toBe(false))
    const { commands, postMessage } = await fakeFrame()
    await watchAt(user, '16:44')
    expect(commands()).toContainEqual(expect.objectContaining({ func: 'seekTo', args: [1004, true] }))
    expect(commands()).toContainEqual(expect.objectContaining({ func: 'playVideo' }))
    expect(postMessage.mock.calls[0]![1]).toBe(host)
  })

  test('a video that is still loading then seeks to the last requested time', async () => {
    const { user } = open()
    await watchAt(user, '8:32')
    const { commands, postMessage } = await fakeFrame(false)
    await watchAt(user, '16:44')
    postMessage.mockClear()
    fireEvent.load(await frame())
    expect(commands()).toMatchObject([
      { event: 'listening' },
      { func: 'seekTo', args: [1004, true] },
      { func: 'playVideo' },
    ])
  })

  test('Listen keeps a video that is still loading paused', async () => {
    const { user } = open()
    await watchAt(user, '8:32')
    const { commands, postMessage } = await fakeFrame(false)
    await listen(user)
    postMessage.mockClear()
    fireEvent.load(await frame())
    expect(commands()).toMatchObject([{ event: 'listening' }, { func: 'pauseVideo' }])
  })

  test('starting the video inside its frame pauses the summary', async () => {
    const { user } = open()
    await watchAt(user, '8:32')
    const { commands, report } = await fakeFrame()
    report(plays)
    await listen(user)
    expect(commands()).toContainEqual(expect.objectContaining({ func: 'pauseVideo' }))
    // A late report from before the video was paused.
    report(plays)
    expect(testAudio.isOn()).toBe(true)
    report(pauses)
    report(buffers)
    expect(testAudio.isOn()).toBe(true)
    report(plays)
    expect(testAudio.isOn()).toBe(false)
  })

  test.each([
    ['another page in that frame', { origin: 'https://example.com' }],
    ['another frame', { source: {} }],
  ])('messages from %s do not pause the summary [ASVS 3.5.5]', async (_, by) => {
    const { user } = open()
    await watchAt(user, '8:32')
    const { report } = await fakeFrame()
    report(pauses)
    await listen(user)
    report(plays, by)
    expect(testAudio.isOn()).toBe(true)
    report(plays)
    expect(testAudio.isOn()).toBe(false)
  })

  test('an uploaded file offers no video', async () => {
    const info = sampleSummary(1, now).videoInfo
    open({ videoInfo: { ...info, videoId: 'upload:1', videoUrl: null } })
    expect(await screen.findByText(/48 min recording →/)).toBeInTheDocument()
    await screen.findByRole('heading', { name: 'Key points' })
    expect(screen.queryByRole('link', { name: 'Watch on YouTube' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Watch at/ })).not.toBeInTheDocument()
  })
})

describe('the transcript', () => {
  test('the transcript can be searched', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('tab', { name: 'Transcript' }))
    const search = await screen.findByRole('searchbox', { name: 'Search the transcript' })
    await user.type(search, 'Tacoma')
    expect(await screen.findByText(/^\d+ results$/)).toBeInTheDocument()
    expect(screen.getAllByText('Tacoma', { selector: 'mark' }).length).toBeGreaterThan(0)
    await user.clear(search)
    await user.type(search, 'zebra')
    expect(await screen.findByText('No results for “zebra”')).toBeInTheDocument()
  })

  test('the Transcript tab is reached with the arrow keys', async () => {
    const { user } = open()
    const tab = await screen.findByRole('tab', { name: 'Summary' })
    tab.focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Transcript' })).toHaveFocus()
    expect(screen.getByRole('tab', { name: 'Transcript' })).toHaveAttribute('aria-selected', 'true')
  })
})

describe('a summary in progress', () => {
  test('an open page shows the text when it is ready and the audio later', async () => {
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
    expect(screen.getByText('Creating audio 9%')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Listen(?! from)/ })).not.toBeInTheDocument()
    act(() => api.change(1, { ...sampleSummary(1, now), stage: null }))
    expect(await screen.findByRole('button', { name: /^Listen · 3:/ })).toBeInTheDocument()
  })

  test('failed audio shows an error and can be retried without the text', async () => {
    const { user, api } = open({ audio: 'failed', audioUrl: null, timings: null })
    expect(await screen.findByText('Couldn’t create the audio.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Preparing audio…')).toBeInTheDocument()
    expect(api.calls).toContain('summaries.retry')
    expect(await sentenceOf(/^Every bridge moves/)).toBeInTheDocument()
  })

  test('a failed summary shows the reason and its action', async () => {
    open(failedWith('age_restricted', failures.age_restricted.sentence))
    expect(await screen.findByText(failures.age_restricted.sentence)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Upload captions' })).toHaveAttribute('href', '/tabs/summarize')
  })
})

test('removing a failed summary on its page returns to the list with an Undo', async () => {
  const { user } = open(failedWith('private', failures.private.sentence))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(path()).toBe('/tabs/history'))
  expect(await screen.findByText('Summary deleted')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  expect(screen.queryByText(failures.private.sentence)).not.toBeInTheDocument()
})

test('a deferred summary shows the time of the next check and no loading state', async () => {
  const retryAt = new Date(now + 3_600_000).toISOString()
  const { sentence } = failures.live
  open({ ...unwritten, state: 'deferred', stage: 'captions', code: 'live', error: sentence, retryAt })
  expect(await screen.findByText(/This video is live right now.*Next check: to/)).toBeInTheDocument()
  expect(screen.queryByRole('status', { name: 'Loading summary' })).not.toBeInTheDocument()
})

describe('the contents', () => {
  const folded = () => screen.queryByText(/^Contents · /)?.closest('details')

  test('the contents are collapsed between the key points and the sections', async () => {
    open()
    const points = await screen.findByRole('region', { name: 'Key points' })
    const section = screen.getByRole('heading', { name: 'A bridge is never still' })
    expect(points.compareDocumentPosition(folded()!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(folded()!.compareDocumentPosition(section)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('a link in the contents moves the focus to its section', async () => {
    const { user } = open()
    await user.click(await screen.findByText('Contents · 6 sections'))
    expect(folded()).toHaveAttribute('open')
    await user.click(within(folded()!).getByRole('link', { name: /Flutter is another matter/ }))
    expect(folded()).not.toHaveAttribute('open')
    expect(screen.getByRole('heading', { name: 'Flutter is another matter' })).toHaveFocus()
  })

  test('a summary with few sections has no collapsed contents', async () => {
    const content = sampleContent()
    open({ content: { ...content, sections: content.sections.slice(0, 2) } })
    await screen.findByRole('heading', { name: 'Key points' })
    expect(folded()).toBeUndefined()
  })
})

describe('a missing summary', () => {
  test.each(['/history-detail/999', '/history-detail/nonsense'])(
    'the page %s shows that the summary was not found and links to the list',
    async address => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const { user } = openApp(address)
      expect(await screen.findByRole('heading', { name: 'Summary not found' })).toBeInTheDocument()
      await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'My Summaries' }))
      await waitFor(() => expect(path()).toBe('/tabs/history'))
    },
  )
})

describe('the reading position', () => {
  test('the summary page offers to resume at the last reading position', async () => {
    const { user } = open({ readPosition: 12 })
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await user.click(await screen.findByRole('button', { name: 'Resume' }))
    expect(scrolled.mock.contexts[0]).toHaveTextContent('The Tacoma Narrows bridge')
    scrolled.mockRestore()
  })
})

import { type AnswerPart, failures, type Summary, type SummarySentence } from '@recaps/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleContent, sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld, type World } from '../../../test/server/world.ts'
import { exampleQuestions } from './examples.ts'

withMemoryServer()

const said = (text: string, atSeconds: number, support: SummarySentence['support'] = 'verified'): AnswerPart => ({
  kind: 'sentence',
  sentence: { text, cites: [{ startMs: atSeconds * 1000, endMs: atSeconds * 1000 + 5000 }], support },
})
const end = (found: boolean, engine = 'builtin'): AnswerPart => ({ kind: 'end', found, engine })

/** Answers that the test gives part by part. */
function byHand() {
  const parts: AnswerPart[] = []
  let isOver = false
  let wake = () => {}
  const questions: string[] = []
  return {
    questions,
    give(...more: AnswerPart[]) {
      parts.push(...more)
      wake()
    },
    breakOff() {
      isOver = true
      wake()
    },
    async *answer(question: string): AsyncGenerator<AnswerPart> {
      questions.push(question)
      for (;;) {
        const part = parts.shift()
        if (part) yield part
        if (part?.kind === 'end' || part?.kind === 'error' || (!part && isOver)) return
        if (parts.length === 0) await new Promise<void>(resolve => (wake = resolve))
      }
    },
  }
}

function open(change: Partial<World> = {}, summary: Partial<Summary> = {}, setUp?: Parameters<typeof openApp>[1]) {
  const world = createWorld({ plan: 'pro', ...change })
  return openApp('/history-detail/1', {
    ...setUp,
    world: addSummaries(world, [sampleSummary(1, Date.now(), summary)]),
  })
}
const openTab = async ({ user }: ReturnType<typeof open>) => user.click(await screen.findByRole('tab', { name: 'Ask' }))
const field = () => screen.findByRole('textbox', { name: 'Your question' })
const ask = async (app: ReturnType<typeof open>, question: string) => {
  await app.user.type(await field(), `${question}{Enter}`)
}
const log = () => screen.findByRole('log', { name: 'Questions and answers' })

describe('asking the video', () => {
  test('is answered sentence by sentence, each with its moment', async () => {
    const hand = byHand()
    const app = open({ answer: hand.answer })
    await openTab(app)
    await ask(app, 'Why did the bridge fall?')
    expect(await within(await log()).findByText('Looking through what is said')).toBeInTheDocument()
    expect(within(await log()).getByRole('heading', { name: /Why did the bridge fall\?/ })).toBeInTheDocument()
    hand.give(said('It fell in a wind of 68 kilometres an hour.', 1004))
    expect(await screen.findByText('It fell in a wind of 68 kilometres an hour.')).toBeInTheDocument()
    expect(screen.queryByText('Looking through what is said')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Stop' })).toBeInTheDocument()
    hand.give(said('Its deck was solid.', 1127, 'weak'), end(true, 'openai:some-model:8b'))
    expect(await screen.findByText('Its deck was solid.')).toBeInTheDocument()
    expect(await screen.findByText(/^Written by some-model:8b from what is said/)).toBeInTheDocument()
    expect(within(await log()).getByText('(Weakly supported by the video.)')).toBeInTheDocument()
    expect(within(await log()).getByRole('button', { name: 'Watch at 16:44' })).toBeInTheDocument()
    expect(await field()).toHaveValue('')
    expect(await field()).toHaveFocus()
    expect(hand.questions).toEqual(['Why did the bridge fall?'])
  })

  test('opens the video at the moment of a sentence, and moves it', async () => {
    const app = open()
    await openTab(app)
    await ask(app, 'What is said about damping?')
    const answer = within(await log())
    await app.user.click(await answer.findByRole('button', { name: 'Watch at 3:25' }))
    const frame = await screen.findByTitle<HTMLIFrameElement>(/^Video: /)
    expect(new URL(frame.src).searchParams.get('start')).toBe('205')
    const post = vi.fn()
    Object.defineProperty(frame, 'contentWindow', { value: { postMessage: post } })
    fireEvent.load(frame)
    await app.user.click(answer.getByRole('button', { name: 'Watch at 3:25' }))
    expect(post.mock.calls.map(([message]) => JSON.parse(String(message)))).toContainEqual(
      expect.objectContaining({ func: 'seekTo', args: [205, true] }),
    )
  })

  test('tells the moment without a video to open', async () => {
    const info = sampleSummary(1, 0).videoInfo
    const app = open({}, { videoInfo: { ...info, videoId: 'upload:1', videoUrl: null } })
    await openTab(app)
    await ask(app, 'What is said about damping?')
    expect(await within(await log()).findByText('3:25')).toBeInTheDocument()
    expect(within(await log()).queryByRole('button')).not.toBeInTheDocument()
  })

  test('says so when the video does not say', async () => {
    const app = open()
    await openTab(app)
    await ask(app, 'Who won the chess championship?')
    expect(await screen.findByText('The video does not say.')).toBeInTheDocument()
  })

  test('keeps what was asked while other tabs are looked at, and the question that is being written', async () => {
    const app = open()
    await openTab(app)
    await ask(app, 'What is said about damping?')
    await within(await log()).findByText(/^Damping decides/)
    await ask(app, 'Who won the chess championship?')
    await screen.findByText('The video does not say.')
    await app.user.type(await field(), 'And the next')
    await app.user.click(screen.getByRole('tab', { name: 'Summary' }))
    expect(screen.queryByRole('log')).not.toBeInTheDocument()
    await app.user.click(screen.getByRole('tab', { name: 'Ask' }))
    const questions = within(await log()).getAllByRole('heading')
    expect(questions.map(question => question.textContent)).toEqual([
      'You asked: What is said about damping?',
      'You asked: Who won the chess championship?',
    ])
    expect(await field()).toHaveValue('And the next')
  })

  test('stands before the field, in the order in which it is read', async () => {
    const app = open()
    await openTab(app)
    await ask(app, 'What is said about damping?')
    const chip = await within(await log()).findByRole('button', { name: 'Watch at 3:25' })
    chip.focus()
    await app.user.tab()
    expect(await field()).toHaveFocus()
    await app.user.tab()
    expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus()
  })

  test('is reached with the arrow keys, round at the ends', async () => {
    const { user } = open()
    const tab = await screen.findByRole('tab', { name: 'Summary' })
    tab.focus()
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { name: 'Ask' })).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Summary' })).toHaveAttribute('aria-selected', 'true')
  })
})

describe('a question', () => {
  test('may have several lines, and is sent by Enter', async () => {
    const hand = byHand()
    const app = open({ answer: hand.answer })
    await openTab(app)
    await app.user.type(await field(), 'One line{Shift>}{Enter}{/Shift}another')
    expect(await field()).toHaveValue('One line\nanother')
    expect(hand.questions).toEqual([])
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(hand.questions).toEqual(['One line\nanother']))
  })

  test('that is too short is not sent, and says so', async () => {
    const app = open()
    await openTab(app)
    await ask(app, ' hm ')
    expect(await screen.findByRole('alert')).toHaveTextContent('Ask a question of at least three letters.')
    expect(app.api.calls).not.toContain('summaries.ask')
    await app.user.type(await field(), 'm')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('has an end, and says so there', async () => {
    const app = open()
    await openTab(app)
    const box = await field()
    await app.user.click(box)
    await app.user.paste('a'.repeat(600))
    expect(box).toHaveValue('a'.repeat(500))
    expect(screen.getByText('A question has at most 500 letters.')).toBeInTheDocument()
  })

  test('waits in its field while another one is answered', async () => {
    const hand = byHand()
    const app = open({ answer: hand.answer })
    await openTab(app)
    await ask(app, 'The first one?')
    await ask(app, 'The second one?')
    expect(await field()).toHaveValue('The second one?')
    hand.give(end(false))
    await screen.findByText('The video does not say.')
    expect(hand.questions).toEqual(['The first one?'])
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(hand.questions).toEqual(['The first one?', 'The second one?']))
  })

  test('to begin with is made of the titles of this summary', async () => {
    const content = sampleContent()
    const examples = exampleQuestions(content)
    expect(examples).toHaveLength(3)
    const app = open()
    await openTab(app)
    const offered = await screen.findByRole('list', { name: 'Questions to begin with' })
    expect(
      within(offered)
        .getAllByRole('button')
        .map(button => button.textContent),
    ).toEqual(examples)
    await app.user.click(within(offered).getByRole('button', { name: examples[0]! }))
    expect(await within(await log()).findByRole('heading', { name: name => name.endsWith(examples[0]!) })).toHaveFocus()
    expect(screen.queryByRole('list', { name: 'Questions to begin with' })).not.toBeInTheDocument()
  })

  test('to begin with is not made of what nothing is found by', () => {
    const content = sampleContent()
    const [section] = content.sections
    const titled = (title: string) => ({ ...section!, title })
    expect(exampleQuestions({ ...content, sections: [titled('What about it?'), titled('x'.repeat(90))] })).toEqual([])
    expect(exampleQuestions({ ...content, sections: [titled('Bridges?'), titled('Bridges')] })).toEqual([
      'What is said about “Bridges”?',
    ])
  })
})

describe('an answer', () => {
  test('that is stopped ends the request and leaves what came', async () => {
    const hand = byHand()
    const app = open({ answer: hand.answer })
    await openTab(app)
    await ask(app, 'Why did the bridge fall?')
    hand.give(said('It fell in 1940.', 1004))
    await screen.findByText('It fell in 1940.')
    await app.user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await screen.findByText('Stopped.')).toBeInTheDocument()
    expect(screen.getByText('It fell in 1940.')).toBeInTheDocument()
    expect(await field()).toHaveValue('Why did the bridge fall?')
    await waitFor(() => expect(app.api.world.answersLeft).toBe(1))
    // Asked again it does not stand there twice.
    await app.user.click(screen.getByRole('button', { name: 'Ask' }))
    // The answer that was stopped would take what is given before the next one begins.
    await waitFor(() => expect(hand.questions).toHaveLength(2))
    hand.give(end(false))
    expect(await screen.findByText('The video does not say.')).toBeInTheDocument()
    expect(within(await log()).getAllByRole('heading')).toHaveLength(1)
  })

  test('that is being given ends with the page', async () => {
    const hand = byHand()
    const app = open({ answer: hand.answer })
    await openTab(app)
    await ask(app, 'Why did the bridge fall?')
    hand.give(said('It fell in 1940.', 1004))
    await screen.findByText('It fell in 1940.')
    await app.user.click(screen.getByRole('link', { name: 'My Summaries' }))
    await waitFor(() => expect(app.api.world.answersLeft).toBe(1))
  })

  test('that goes wrong says so in the words of the server, and is tried again in its place', async () => {
    const hand = byHand()
    const app = open({ answer: hand.answer })
    await openTab(app)
    await ask(app, 'Why did the bridge fall?')
    hand.give(said('It fell in 1940.', 1004), { kind: 'error', code: 'internal', error: 'It broke in the middle.' })
    expect(await screen.findByText('It broke in the middle.')).toBeInTheDocument()
    expect(screen.getByText('It fell in 1940.')).toBeInTheDocument()
    expect(await field()).toHaveValue('Why did the bridge fall?')
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    hand.give(end(false))
    expect(await screen.findByText('The video does not say.')).toBeInTheDocument()
    expect(screen.queryByText('It broke in the middle.')).not.toBeInTheDocument()
    expect(within(await log()).getAllByRole('heading')).toHaveLength(1)
    expect(await field()).toHaveValue('')
  })

  test('that breaks off without an end has failed', async () => {
    const hand = byHand()
    const app = open({ answer: hand.answer })
    await openTab(app)
    await ask(app, 'Why did the bridge fall?')
    hand.give(said('It fell in 1940.', 1004))
    await screen.findByText('It fell in 1940.')
    hand.breakOff()
    expect(await screen.findByText(/The service could not be reached/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  })

  test('that is refused for haste keeps the question', async () => {
    const app = open({}, {}, { setUp: api => api.break('summaries.ask', 'too_many_requests') })
    await openTab(app)
    await ask(app, 'Why did the bridge fall?')
    expect(await screen.findByText(failures.too_many_requests.sentence)).toBeInTheDocument()
    expect(await field()).toHaveValue('Why did the bridge fall?')
  })
})

describe('who may ask', () => {
  test('a plan without it is told which one has it, and sees no field', async () => {
    const app = open({ plan: 'premium' })
    await openTab(app)
    expect(await screen.findByText('Asking the video is not in your plan. It is in Pro and above.')).toBeInTheDocument()
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  })

  test('a plan that ended meanwhile is told so by the server, and then by the page', async () => {
    const app = open()
    await openTab(app)
    await field()
    app.api.world.plan = 'premium'
    await ask(app, 'Why did the bridge fall?')
    await waitFor(() => expect(screen.queryByRole('textbox')).not.toBeInTheDocument())
    expect(screen.getByText('Asking the video is not in your plan. It is in Pro and above.')).toBeInTheDocument()
  })

  test('a community reader asks as its owner does', async () => {
    const app = open({}, { access: 'community', userId: 0 })
    await openTab(app)
    expect(await field()).toBeInTheDocument()
  })
})

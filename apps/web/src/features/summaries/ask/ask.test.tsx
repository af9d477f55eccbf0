import { type AnswerPart, failures, type Summary, type SummarySentence } from '@recaps/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleContent, sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld, type World } from '../../../test/server/world.ts'
import { exampleQuestions } from './examples.ts'

withMemoryServer()

const sentence = (text: string, atSeconds: number, support: SummarySentence['support'] = 'verified'): AnswerPart => ({
  kind: 'sentence',
  sentence: { text, cites: [{ startMs: atSeconds * 1000, endMs: atSeconds * 1000 + 5000 }], support },
})
const end = (found: boolean, engine = 'builtin'): AnswerPart => ({ kind: 'end', found, engine })

/** An answer whose parts are sent by the test. */
function manualAnswer() {
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
  test('a question is answered sentence by sentence, each with its timestamp', async () => {
    const answer = manualAnswer()
    const app = open({ answer: answer.answer })
    await openTab(app)
    await ask(app, 'Why did the bridge fall?')
    expect(await within(await log()).findByText('Searching the video…')).toBeInTheDocument()
    expect(within(await log()).getByRole('heading', { name: /Why did the bridge fall\?/ })).toBeInTheDocument()
    answer.give(sentence('It fell in a wind of 68 kilometres an hour.', 1004))
    expect(await screen.findByText('It fell in a wind of 68 kilometres an hour.')).toBeInTheDocument()
    expect(screen.queryByText('Searching the video…')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Stop' })).toBeInTheDocument()
    answer.give(sentence('Its deck was solid.', 1127, 'weak'), end(true, 'openai:some-model:8b'))
    expect(await screen.findByText('Its deck was solid.')).toBeInTheDocument()
    expect(await screen.findByText(/^Written by some-model:8b, based on/)).toBeInTheDocument()
    expect(within(await log()).getByText('(Weakly supported by the video.)')).toBeInTheDocument()
    expect(within(await log()).getByRole('button', { name: 'Watch at 16:44' })).toBeInTheDocument()
    expect(await field()).toHaveValue('')
    expect(await field()).toHaveFocus()
    expect(answer.questions).toEqual(['Why did the bridge fall?'])
  })

  test('the timestamp of an answer opens the video there and seeks to it again', async () => {
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

  test('answers about uploads show timestamps without links', async () => {
    const info = sampleSummary(1, 0).videoInfo
    const app = open({}, { videoInfo: { ...info, videoId: 'upload:1', videoUrl: null } })
    await openTab(app)
    await ask(app, 'What is said about damping?')
    expect(await within(await log()).findByText('3:25')).toBeInTheDocument()
    expect(within(await log()).queryByRole('button')).not.toBeInTheDocument()
  })

  test('a question without an answer in the video shows that nothing was found', async () => {
    const app = open()
    await openTab(app)
    await ask(app, 'Who won the chess championship?')
    expect(await screen.findByText('I couldn’t find that in the video.')).toBeInTheDocument()
  })

  test('the conversation and the typed question survive a change of tabs', async () => {
    const app = open()
    await openTab(app)
    await ask(app, 'What is said about damping?')
    await within(await log()).findByText(/^Damping decides/)
    await ask(app, 'Who won the chess championship?')
    await screen.findByText('I couldn’t find that in the video.')
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

  test('answers come before the question field in the tab order', async () => {
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

  test('the Ask tab is reached with the arrow keys, which wrap around', async () => {
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
  test('a question can have several lines and is sent with Enter', async () => {
    const answer = manualAnswer()
    const app = open({ answer: answer.answer })
    await openTab(app)
    await app.user.type(await field(), 'One line{Shift>}{Enter}{/Shift}another')
    expect(await field()).toHaveValue('One line\nanother')
    expect(answer.questions).toEqual([])
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(answer.questions).toEqual(['One line\nanother']))
  })

  test('a question that is too short is not sent and shows an error', async () => {
    const app = open()
    await openTab(app)
    await ask(app, ' hm ')
    expect(await screen.findByRole('alert')).toHaveTextContent('Ask a question of at least three letters.')
    expect(app.api.calls).not.toContain('summaries.ask')
    await app.user.type(await field(), 'm')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('the question field stops at 500 characters and shows the limit', async () => {
    const app = open()
    await openTab(app)
    const box = await field()
    await app.user.click(box)
    await app.user.paste('a'.repeat(600))
    expect(box).toHaveValue('a'.repeat(500))
    expect(screen.getByText('Up to 500 characters.')).toBeInTheDocument()
  })

  test('a question sent during another answer stays in the field', async () => {
    const answer = manualAnswer()
    const app = open({ answer: answer.answer })
    await openTab(app)
    await ask(app, 'The first one?')
    await ask(app, 'The second one?')
    expect(await field()).toHaveValue('The second one?')
    answer.give(end(false))
    await screen.findByText('I couldn’t find that in the video.')
    expect(answer.questions).toEqual(['The first one?'])
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(answer.questions).toEqual(['The first one?', 'The second one?']))
  })

  test('the suggested questions are made of section titles', async () => {
    const content = sampleContent()
    const examples = exampleQuestions(content)
    expect(examples).toHaveLength(3)
    const app = open()
    await openTab(app)
    const offered = await screen.findByRole('list', { name: 'Suggested questions' })
    expect(
      within(offered)
        .getAllByRole('button')
        .map(button => button.textContent),
    ).toEqual(examples)
    await app.user.click(within(offered).getByRole('button', { name: examples[0]! }))
    expect(await within(await log()).findByRole('heading', { name: name => name.endsWith(examples[0]!) })).toHaveFocus()
    expect(screen.queryByRole('list', { name: 'Suggested questions' })).not.toBeInTheDocument()
  })

  test('the suggested questions skip long, duplicate and meaningless titles', () => {
    const content = sampleContent()
    const [section] = content.sections
    const titled = (title: string) => ({ ...section!, title })
    expect(exampleQuestions({ ...content, sections: [titled('What about it?'), titled('x'.repeat(90))] })).toEqual([])
    expect(exampleQuestions({ ...content, sections: [titled('Bridges?'), titled('Bridges')] })).toEqual([
      'What do they say about “Bridges”?',
    ])
  })
})

describe('an answer', () => {
  test('stopping an answer aborts the request and keeps the sentences received', async () => {
    const answer = manualAnswer()
    const app = open({ answer: answer.answer })
    await openTab(app)
    await ask(app, 'Why did the bridge fall?')
    answer.give(sentence('It fell in 1940.', 1004))
    await screen.findByText('It fell in 1940.')
    await app.user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await screen.findByText('Stopped.')).toBeInTheDocument()
    expect(screen.getByText('It fell in 1940.')).toBeInTheDocument()
    expect(await field()).toHaveValue('Why did the bridge fall?')
    await waitFor(() => expect(app.api.world.abortedAnswers).toBe(1))
    // Asking again replaces the stopped exchange.
    await app.user.click(screen.getByRole('button', { name: 'Ask' }))
    // Parts sent before the next answer starts would go to the stopped one.
    await waitFor(() => expect(answer.questions).toHaveLength(2))
    answer.give(end(false))
    expect(await screen.findByText('I couldn’t find that in the video.')).toBeInTheDocument()
    expect(within(await log()).getAllByRole('heading')).toHaveLength(1)
  })

  test('leaving the page aborts the current answer', async () => {
    const answer = manualAnswer()
    const app = open({ answer: answer.answer })
    await openTab(app)
    await ask(app, 'Why did the bridge fall?')
    answer.give(sentence('It fell in 1940.', 1004))
    await screen.findByText('It fell in 1940.')
    await app.user.click(screen.getByRole('link', { name: 'My Summaries' }))
    await waitFor(() => expect(app.api.world.abortedAnswers).toBe(1))
  })

  test('a failed answer shows the server’s error, and a retry replaces it', async () => {
    const answer = manualAnswer()
    const app = open({ answer: answer.answer })
    await openTab(app)
    await ask(app, 'Why did the bridge fall?')
    answer.give(sentence('It fell in 1940.', 1004), {
      kind: 'error',
      code: 'internal',
      error: 'It broke in the middle.',
    })
    expect(await screen.findByText('It broke in the middle.')).toBeInTheDocument()
    expect(screen.getByText('It fell in 1940.')).toBeInTheDocument()
    expect(await field()).toHaveValue('Why did the bridge fall?')
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    answer.give(end(false))
    expect(await screen.findByText('I couldn’t find that in the video.')).toBeInTheDocument()
    expect(screen.queryByText('It broke in the middle.')).not.toBeInTheDocument()
    expect(within(await log()).getAllByRole('heading')).toHaveLength(1)
    expect(await field()).toHaveValue('')
  })

  test('an answer that ends early counts as failed', async () => {
    const answer = manualAnswer()
    const app = open({ answer: answer.answer })
    await openTab(app)
    await ask(app, 'Why did the bridge fall?')
    answer.give(sentence('It fell in 1940.', 1004))
    await screen.findByText('It fell in 1940.')
    answer.breakOff()
    expect(await screen.findByText(/Couldn’t reach the service/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  })

  test('a rate-limited question stays in the field', async () => {
    const app = open({}, {}, { setUp: api => api.break('summaries.ask', 'too_many_requests') })
    await openTab(app)
    await ask(app, 'Why did the bridge fall?')
    expect(await screen.findByText(failures.too_many_requests.sentence)).toBeInTheDocument()
    expect(await field()).toHaveValue('Why did the bridge fall?')
  })
})

describe('permission to ask', () => {
  test('a plan without questions names the plan that has them and shows no field', async () => {
    const app = open({ plan: 'premium' })
    await openTab(app)
    expect(
      await screen.findByText('Asking the video isn’t in your plan. It’s available with Pro and above.'),
    ).toBeInTheDocument()
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  })

  test('the field disappears when the server rejects a question because the plan has ended', async () => {
    const app = open()
    await openTab(app)
    await field()
    app.api.world.plan = 'premium'
    await ask(app, 'Why did the bridge fall?')
    await waitFor(() => expect(screen.queryByRole('textbox')).not.toBeInTheDocument())
    expect(
      screen.getByText('Asking the video isn’t in your plan. It’s available with Pro and above.'),
    ).toBeInTheDocument()
  })

  test('community readers can ask questions', async () => {
    const app = open({}, { access: 'community', userId: 0 })
    await openTab(app)
    expect(await field()).toBeInTheDocument()
  })
})

import type { AnswerPart, Summary } from '@recaps/contract'
import type { Page } from 'playwright'
import type { World } from '../server/world.ts'
import { fullWorld } from './screenshot-worlds.ts'
import type { Shot } from './shot.ts'

const never = new Promise<never>(() => {})
const world =
  (change: (world: World) => Partial<World> = () => ({})): (() => World) =>
  () => {
    const full = fullWorld()
    return { ...full, plan: 'pro', ...change(full) }
  }
const openAsk = async (page: Page) => {
  await page.getByRole('tab', { name: 'Ask' }).click()
  await page.waitForTimeout(700)
}
const ask = (question: string) => async (page: Page) => {
  const field = page.getByRole('textbox', { name: 'Your question' })
  await field.fill(question)
  await field.press('Enter')
  await page.waitForTimeout(900)
}
const openAndAsk =
  (...questions: string[]) =>
  async (page: Page) => {
    await openAsk(page)
    for (const question of questions) await ask(question)(page)
  }

async function* answerByModel(question: string, { content }: Summary): AsyncGenerator<AnswerPart> {
  for (const { support, ...sentence } of content!.sections[2]!.sentences.slice(0, 4)) {
    yield { kind: 'sentence', sentence: { ...sentence, support: question.includes('film') ? 'weak' : support } }
  }
  yield { kind: 'end', found: true, engine: 'openai:gpt-5-mini' }
}
async function* stallHalfway(question: string, summary: Summary): AsyncGenerator<AnswerPart> {
  let left = 2
  for await (const part of answerByModel(question, summary)) {
    if (left-- === 0) await never
    yield part
  }
}
async function* failHalfway(question: string, summary: Summary): AsyncGenerator<AnswerPart> {
  let left = 2
  for await (const part of answerByModel(question, summary)) {
    if (left-- === 0) return yield { kind: 'error', code: 'internal', error: 'Something went wrong.' }
    yield part
  }
}
async function* stallAtStart(): AsyncGenerator<AnswerPart> {
  yield await never
}

const path = '/history-detail/1'
const flutter = 'How is flutter different from resonance, and why did the Tacoma Narrows bridge fall?'

/** The Ask tab in all its states, and summaries with a focus. */
export const askShots: Shot[] = [
  { name: 'ask-empty', path, world: world(), prepare: openAsk },
  { name: 'ask-waiting', path, world: world(() => ({ answer: stallAtStart })), prepare: openAndAsk(flutter) },
  { name: 'ask-streaming', path, world: world(() => ({ answer: stallHalfway })), prepare: openAndAsk(flutter) },
  {
    name: 'ask-stopped',
    path,
    world: world(() => ({ answer: stallHalfway })),
    prepare: page =>
      openAndAsk(flutter)(page)
        .then(() => page.getByRole('button', { name: 'Stop' }).click())
        .then(() => page.waitForTimeout(400)),
  },
  { name: 'ask-answered', path, world: world(() => ({ answer: answerByModel })), prepare: openAndAsk(flutter) },
  {
    name: 'ask-several',
    path,
    world: world(),
    prepare: openAndAsk(
      'What is said about damping?',
      'Who won the chess championship?',
      'Which films of the collapse are there?',
    ),
  },
  { name: 'ask-not-said', path, world: world(), prepare: openAndAsk('Who won the chess championship?') },
  { name: 'ask-broken', path, world: world(() => ({ answer: failHalfway })), prepare: openAndAsk(flutter) },
  {
    name: 'ask-failed',
    path,
    world: world(),
    setUp: api => api.break('summaries.ask', 'too_many_requests'),
    prepare: openAndAsk(flutter),
  },
  { name: 'ask-too-short', path, world: world(), prepare: openAndAsk('Hm') },
  { name: 'ask-plan', path, world: () => fullWorld(), prepare: openAsk },
  {
    name: 'ask-video',
    path,
    world: world(() => ({ answer: answerByModel })),
    prepare: page =>
      openAndAsk(flutter)(page)
        .then(() => page.locator('.answer').getByRole('button', { name: 'Watch at' }).first().click())
        .then(() => page.waitForTimeout(700)),
  },
  { name: 'ask-upload', path: '/history-detail/54', world: world(), prepare: openAndAsk('What is damping?') },
  { name: 'ask-long', path, world: world(), prepare: openAndAsk('Why? '.repeat(99)) },
  { name: 'ask-200', path, text: 200, world: world(() => ({ answer: answerByModel })), prepare: openAndAsk(flutter) },
  { name: 'ask-empty-200', path, text: 200, world: world(), prepare: openAsk },
  {
    name: 'focus-detail',
    path,
    world: world(({ summaries }) => {
      const one = summaries.get(1)!
      const { transcript } = one.content!
      one.focus = 'what it costs to quiet a bridge that stands already, and who pays for it'
      one.content = { ...one.content!, engine: 'openai:gpt-5-mini', transcript: { ...transcript, language: 'de' } }
      return {}
    }),
  },
  {
    name: 'focus-open',
    path: '/tabs/summarize',
    world: world(() => ({ summaries: new Map() })),
    async prepare(page) {
      await page.getByRole('textbox', { name: /YouTube link/ }).fill('https://youtu.be/dQw4w9WgXcQ')
      await page.getByRole('button', { name: 'Add a focus' }).click()
      await page.getByLabel('What do you want to know most?').fill('what it costs')
      await page.waitForTimeout(900)
    },
  },
]

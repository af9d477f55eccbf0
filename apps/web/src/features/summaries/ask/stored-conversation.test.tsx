import type { AnswerPart } from '@recaps/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { offlineStore } from '../../../device/offline-store.ts'
import { installOfflineStorage, removeOfflineStorage } from '../../../test/offline-browser.ts'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
beforeEach(() => {
  installOfflineStorage()
})
afterEach(() => {
  cleanup()
  removeOfflineStorage()
})

const world = () =>
  addSummaries(
    createWorld({ plan: 'pro' }),
    [1, 2].map(id => sampleSummary(id, Date.now())),
  )
const open = async (id = 1, initialWorld = world()) => {
  const app = openApp(`/history-detail/${id}`, { world: initialWorld })
  await app.user.click(await screen.findByRole('tab', { name: 'Ask' }))
  await screen.findByRole('textbox', { name: 'Your question' })
  return app
}
const ask = async ({ user }: Awaited<ReturnType<typeof open>>, question: string) =>
  user.type(await screen.findByRole('textbox', { name: 'Your question' }), `${question}{Enter}`)
const log = () => screen.findByRole('log', { name: 'Questions and answers' })
const questions = async () =>
  within(await log())
    .queryAllByRole('heading')
    .map(heading => heading.textContent?.replace('You asked: ', ''))

type StoredConversation = {
  key: string
  userId: number
  queryKey: unknown[]
  data: { question: string; ending: unknown }[]
}
const conversations = async () =>
  (await offlineStore<StoredConversation>('answers').all()).filter(({ queryKey }) => queryKey[1] === 'asked')

/** Hides the page, waits until the conversation is stored, and closes the page. */
async function leavePage(isStored: (rows: StoredConversation[]) => boolean) {
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  onTestFinished(() => hidden.mockRestore())
  await waitFor(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    expect(isStored(await conversations())).toBe(true)
  })
  hidden.mockRestore()
  cleanup()
}
const isAnswered = (rows: StoredConversation[]) =>
  rows.some(({ data }) => data.length > 0 && data.every(({ ending }) => ending))

describe('a conversation from before a reload', () => {
  test('a conversation is restored after a reload, and the next question is appended', async () => {
    const first = await open()
    await ask(first, 'What is said about damping?')
    await within(await log()).findByText(/^Damping decides/)
    await leavePage(isAnswered)

    const reopened = await open()
    expect(await within(await log()).findByText(/^Damping decides/)).toBeInTheDocument()
    expect(within(await log()).getByRole('button', { name: 'Watch at 3:25' })).toBeInTheDocument()
    await ask(reopened, 'Who won the chess championship?')
    expect(await screen.findByText('I couldn’t find that in the video.')).toBeInTheDocument()
    expect(await questions()).toEqual(['What is said about damping?', 'Who won the chess championship?'])
  })

  test('a restored conversation belongs to its summary', async () => {
    await ask(await open(), 'What is said about damping?')
    await within(await log()).findByText(/^Damping decides/)
    await leavePage(isAnswered)
    await open(2)
    expect(await questions()).toEqual([])
  })

  test('an answer interrupted by a reload is shown as stopped and can be asked again', async () => {
    const { promise: never } = Promise.withResolvers<void>()
    const stuck = world()
    stuck.answer = async function* (): AsyncGenerator<AnswerPart> {
      yield { kind: 'sentence', sentence: { text: 'It fell in 1940.', cites: [], support: 'verified' } }
      await never
    }
    await ask(await open(1, stuck), 'Why did the bridge fall?')
    await screen.findByText('It fell in 1940.')
    await leavePage(rows => JSON.stringify(rows).includes('It fell in 1940.'))

    const reopened = await open()
    expect(await screen.findByText('It fell in 1940.')).toBeInTheDocument()
    expect(screen.getByText('Stopped.')).toBeInTheDocument()
    await ask(reopened, 'Why did the bridge fall?')
    await waitFor(() => expect(screen.queryByText('It fell in 1940.')).not.toBeInTheDocument())
    expect(await questions()).toEqual(['Why did the bridge fall?'])
  })

  test('conversations are deleted on logout', async () => {
    const first = await open()
    await ask(first, 'What is said about damping?')
    await within(await log()).findByText(/^Damping decides/)
    await leavePage(isAnswered)
    const { user } = openApp('/account', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await screen.findByRole('heading', { name: 'Log in' })
    cleanup()
    await open()
    expect(await questions()).toEqual([])
    expect(await conversations()).toEqual([])
  })
})

test('a conversation is kept after visiting another page', async () => {
  const app = await open()
  await ask(app, 'What is said about damping?')
  await within(await log()).findByText(/^Damping decides/)
  await app.user.click(screen.getByRole('link', { name: 'My Summaries' }))
  await app.user.click((await screen.findAllByRole('link', { name: /Why bridges/ }))[0]!)
  await app.user.click(await screen.findByRole('tab', { name: 'Ask' }))
  expect(await questions()).toEqual(['What is said about damping?'])
})

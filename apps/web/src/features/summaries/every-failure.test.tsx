import { type FailureCode, failures, sentenceOfVideo, toldOf, type VideoFailureCode } from '@recaps/contract'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openApp, withMemoryServer } from '../../test/open-app.tsx'
import { failedWith, sampleSummary } from '../../test/server/samples.ts'
import { addSummaries, createWorld, sampleUser } from '../../test/server/world.ts'

withMemoryServer()

const guide = 'How to mend this: /support#youtube'
const upload = 'Upload captions'
const again = 'Try again'
const other = 'Try another video'

/** Every way in which the work on a video can end, and what an administrator is offered then. */
const actions = {
  invalid_id: ['Change the link'],
  not_found: ['Change the link'],
  private: [other],
  blocked: [other],
  age_restricted: [upload, guide],
  members_only: [upload],
  premium_only: [upload],
  too_long: [other],
  no_speech: [other],
  language_unsupported: [other],
  region_blocked: [upload, guide],
  unplayable: [other],
  no_captions: [upload],
  live: [again],
  upcoming: [again],
  captions_pending: [again],
  bot_check: [again, upload, guide],
  rate_limited: [again, upload, guide],
  ip_blocked: [again, upload, guide],
  paced: [again, upload, guide],
  consent_page: [again, upload, guide],
  po_token_required: [again, upload, guide],
  parse_changed: [again, upload, guide],
  network: [again, upload, guide],
  sound_unreadable: ['Choose another file'],
  transcription_failed: [again],
  upload_lost: ['Choose another file'],
  engine_failed: [again],
} satisfies Record<VideoFailureCode, string[]> & Partial<Record<FailureCode, string[]>>

type Code = keyof typeof actions
const codes = Object.keys(actions) as Code[]
const now = Date.now()

/** An account that runs the server, with one summary in its list. */
function worldWith(summary: ReturnType<typeof sampleSummary>) {
  const world = addSummaries(createWorld(), [summary])
  return { ...world, users: world.users.map(account => ({ ...account, user: sampleUser({ isAdmin: true }) })) }
}

/** What can be pressed, with the address where it leads elsewhere than to the box for links and files. */
function offered(card: HTMLElement): string[] {
  return [...card.querySelectorAll('button, a')]
    .filter(one => one.textContent && !one.closest('.work-card__title'))
    .map(one => {
      const to = one.getAttribute('href') ?? '/tabs/summarize'
      return to === '/tabs/summarize' ? one.textContent : `${one.textContent}: ${to}`
    })
    .filter(name => name !== 'Remove')
}

describe('a summary that failed says why, and offers what helps', () => {
  test.each(codes)('%s', async code => {
    const { sentence } = toldOf(code, false)
    openApp('/tabs/history', { world: worldWith(sampleSummary(2, now, failedWith(code, sentence))) })
    const card = await screen.findByRole('article', { name: 'The city that buried its rivers' })
    expect(within(card).getByText(sentence)).toBeVisible()
    if ((actions[code] as string[]).includes(guide)) await within(card).findByRole('link', { name: /mend/ })
    expect(offered(card)).toEqual(actions[code])
  })
})

/** What waits says so, and what helps meanwhile. */
const whileWaiting = {
  live: [],
  upcoming: [],
  captions_pending: [],
  bot_check: [upload, guide],
  rate_limited: [upload, guide],
  ip_blocked: [upload, guide],
  paced: [upload, guide],
  network: [upload, guide],
} satisfies Partial<Record<VideoFailureCode, string[]>>

describe('a summary that waits says when the next try is, and offers what helps', () => {
  test.each(Object.keys(whileWaiting) as (keyof typeof whileWaiting)[])('%s', async code => {
    const { api } = openApp('/tabs/history', { world: worldWith(sampleSummary(2, now, failedWith(code, ''))) })
    const card = await screen.findByRole('article', { name: 'The city that buried its rivers' })
    const { sentence } = toldOf(code, true)
    const retryAt = new Date(now + 600_000).toISOString()
    act(() => api.change(2, { state: 'deferred', code, error: sentence, retryAt }))
    expect(await within(card).findByText(/Next (try|look)/)).toHaveTextContent(sentence)
    if (whileWaiting[code].length) await within(card).findByRole('link', { name: /mend/ })
    expect(offered(card)).toEqual([...whileWaiting[code], 'Cancel'])
  })
})

test('every code that YouTube or a video can cause is among these', () => {
  const ofVideos = Object.keys(failures).slice(0, Object.keys(failures).indexOf('sound_unreadable'))
  expect(codes).toEqual(expect.arrayContaining(ofVideos))
  expect(new Set(codes.map(code => sentenceOfVideo(code))).size).toBe(codes.length)
})

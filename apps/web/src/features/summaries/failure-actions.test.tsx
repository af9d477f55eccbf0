import {
  describeFailure,
  type FailureCode,
  failures,
  type VideoFailureCode,
  videoFailureSentence,
} from '@recaps/contract'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openApp, withMemoryServer } from '../../test/open-app.tsx'
import { failedWith, sampleSummary } from '../../test/server/samples.ts'
import { addSummaries, createWorld, sampleUser } from '../../test/server/world.ts'

withMemoryServer()

const guide = 'How to fix this: /support#youtube'
const upload = 'Upload captions'
const again = 'Try again'
const other = 'Try another video'

/** Every failure code of a video, with the actions that an administrator is offered. */
const actions = {
  invalid_id: ['Change link'],
  not_found: ['Change link'],
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

/** An administrator with one summary in their list. */
function worldWith(summary: ReturnType<typeof sampleSummary>) {
  const world = addSummaries(createWorld(), [summary])
  return { ...world, users: world.users.map(account => ({ ...account, user: sampleUser({ isAdmin: true }) })) }
}

/** Labels of the buttons and links. Links to pages other than Generate are followed by their URL. */
function offered(card: HTMLElement): string[] {
  return [...card.querySelectorAll('button, a')]
    .filter(one => one.textContent && !one.closest('.work-card__title'))
    .map(one => {
      const to = one.getAttribute('href') ?? '/tabs/summarize'
      return to === '/tabs/summarize' ? one.textContent : `${one.textContent}: ${to}`
    })
    .filter(name => name !== 'Remove')
}

describe('a failed summary', () => {
  test.each(codes)('a summary that failed with %s shows the reason and the actions that help', async code => {
    const { sentence } = describeFailure(code, false)
    openApp('/tabs/history', { world: worldWith(sampleSummary(2, now, failedWith(code, sentence))) })
    const card = await screen.findByRole('article', { name: 'The city that buried its rivers' })
    expect(within(card).getByText(sentence)).toBeVisible()
    if ((actions[code] as string[]).includes(guide)) await within(card).findByRole('link', { name: /fix/ })
    expect(offered(card)).toEqual(actions[code])
  })
})

/** Actions that an administrator is offered while a summary waits for a retry. */
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

describe('a waiting summary', () => {
  test.each(Object.keys(whileWaiting) as (keyof typeof whileWaiting)[])(
    'a summary deferred with %s shows the time of the next try and the actions that help',
    async code => {
      const { api } = openApp('/tabs/history', { world: worldWith(sampleSummary(2, now, failedWith(code, ''))) })
      const card = await screen.findByRole('article', { name: 'The city that buried its rivers' })
      const { sentence } = describeFailure(code, true)
      const retryAt = new Date(now + 600_000).toISOString()
      act(() => api.change(2, { state: 'deferred', code, error: sentence, retryAt }))
      expect(await within(card).findByText(/Next (try|check)/)).toHaveTextContent(sentence)
      if (whileWaiting[code].length) await within(card).findByRole('link', { name: /fix/ })
      expect(offered(card)).toEqual([...whileWaiting[code], 'Cancel'])
    },
  )
})

test('the tested codes include every failure that YouTube or a video can cause', () => {
  const ofVideos = Object.keys(failures).slice(0, Object.keys(failures).indexOf('sound_unreadable'))
  expect(codes).toEqual(expect.arrayContaining(ofVideos))
  expect(new Set(codes.map(code => videoFailureSentence(code))).size).toBe(codes.length)
})

import { retentionPeriods } from '@recaps/domain/retention'
import { thirdParties } from '@recaps/domain/third-parties'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { pagesToPreload } from '../../app/pages.ts'
import { storageKeys } from '../../device/storage.ts'
import { installation } from '../../test/installation.ts'
import { openApp, withMemoryServer } from '../../test/open-app.tsx'
import type { Installation } from '../help/installation.ts'
import { questionGroups } from '../help/questions.ts'
import { texts as helpTexts } from '../help/texts.ts'
import { privacySections } from './privacy.ts'
import { termsSections } from './terms.ts'

withMemoryServer()

const bare = installation()
const full = installation(...thirdParties)
const privacy = (here: Installation) => JSON.stringify(privacySections(here))
const terms = (here: Installation) => JSON.stringify(termsSections(here))

describe('the privacy policy', () => {
  test('the privacy policy is public and starts with a table of contents', async () => {
    openApp('/privacy', { isSignedOut: true })
    expect(await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeInTheDocument()
    expect(document.title).toBe('Privacy Policy · Recaps')
    const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
    const headings = screen.getAllByRole('heading', { level: 2 })
    expect(contents.map(link => link.textContent)).toEqual(headings.map(heading => heading.textContent))
    expect(screen.getByText(/Last changed on November 25, 2026\./)).toBeInTheDocument()
  })

  test('the privacy policy lists everything the app stores in the browser', () => {
    const stored = JSON.stringify(privacySections(full).find(({ id }) => id === 'storage'))
    for (const key of Object.values(storageKeys)) expect(stored).toMatch(new RegExp(` ${key}[,.]`))
  })

  test('the privacy policy states all retention periods', () => {
    const howLong = JSON.stringify(privacySections(full).find(({ id }) => id === 'how-long'))
    expect(retentionPeriods).toMatchObject({
      idleSession: 30,
      session: 180,
      notices: 90,
      feedback: 730,
      securityEvents: 365,
    })
    for (const text of [
      '30 days without use, 180 days at most',
      'Notifications in the app: 90 days',
      'what you had saved is erased after 30 days',
      '["A schedule you delete, or a channel you remove from it","1 day,',
      '["Messages to support","2 years',
      'deletions","1 year',
      '["Exports","7 days."]',
      '["Backups","35 days."]',
    ])
      expect(howLong).toContain(text)
  })

  test('the privacy policy names exactly the third parties that are set up', () => {
    for (const name of [
      'Stripe',
      'OpenAI',
      'Anthropic',
      'ElevenLabs',
      'Firebase',
      'App Store',
      'Google Play',
      'One cookie',
    ])
      expect([name, privacy(bare).includes(name), privacy(full).includes(name)]).toEqual([name, false, true])
    for (const here of [bare, full]) expect(privacy(here)).toContain('YouTube (Google)')
    const one = privacy(installation('model:anthropic'))
    expect(one).toContain('Anthropic, language model')
    expect(one).not.toContain('OpenAI')
  })

  test('the privacy policy mentions the token that ends a sign-in only for Apple', () => {
    const token = 'a token that ends the sign-in at Apple when you delete your account'
    expect(privacy(installation('sign-in:apple'))).toContain(token)
    expect(privacy(installation('sign-in:google'))).not.toContain(token)
  })

  test('the privacy policy rules out trackers and explains data export and account deletion', () => {
    expect(privacy(bare)).toContain('no trackers, no advertising and no analytics')
    expect(privacy(bare)).not.toContain('#counting')
    expect(privacy(bare)).toContain('create a zip file of your profile, settings, plan and payments')
    expect(privacy(bare)).toContain('Deletion: you can delete your account yourself in [Settings](/settings)')
    expect(privacy(bare)).toContain('[help@talks.example](mailto:help@talks.example)')
  })
})

describe.each([
  ['counting:plausible', 'Plausible Analytics'],
  ['counting:other', 'an analytics service chosen by the operator'],
] as const)('the privacy policy with %s', (party, analyticsService) => {
  const here = installation(party)
  const counting = JSON.stringify(privacySections(here).find(({ id }) => id === 'counting'))

  test(`the privacy policy with ${party} says what is counted, where it goes, and how to give and withdraw consent`, () => {
    for (const text of [
      'only if you have allowed it',
      'Global Privacy Control',
      'Logging out deletes your answer',
      'Kinds of pages',
      'your IP address without its last part',
      `from here to ${analyticsService}`,
      'You can change your answer here or, if you have an account, under Privacy in [Settings](/settings)',
    ])
      expect(counting).toContain(text)
  })

  test(`the privacy policy with ${party} no longer claims that there are no analytics and no consent banner`, () => {
    expect(privacy(here)).toContain('no analytics unless you [allow it](/privacy#counting)')
    for (const text of ['no advertising and no analytics,', 'no banner to accept'])
      expect([text, privacy(here).includes(text), privacy(bare).includes(text)]).toEqual([text, false, true])
  })
})

describe('the terms', () => {
  test('the terms open within the app frame for users, and the back button returns to the support page', async () => {
    const { user } = openApp('/support')
    await user.click(await screen.findByRole('link', { name: 'Terms of Service' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Terms of Service' })).toBeInTheDocument()
    expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Support' })).toBeInTheDocument()
  })

  test('the terms state prices, renewal, cancellation and refunds if plans are sold', () => {
    for (const text of [
      'Basic: $4.99 a month',
      'Ultimate: $99.99 a month',
      'No plan has a free trial',
      'You keep the plan until the end of the billing period',
      'you keep the plan for 7 days',
      'in the European Union within 14 days',
      'The operator also sells the plans.',
    ])
      expect(terms(full)).toContain(text)
    expect(terms(full)).toContain('cancel it in the store as well')
    expect(terms(installation('payments:stripe'))).not.toContain('app store')
  })

  test('the terms omit prices, refunds and cancellation if nothing is sold', () => {
    expect(terms(bare)).toContain('Nothing is sold on this server. Every account has the Free plan: 3 summaries')
    for (const text of ['$', 'Refund', 'Cancelling', 'sells']) expect(terms(bare)).not.toContain(text)
  })

  test('the terms say that summaries can be wrong, and how creators can have videos removed', () => {
    expect(terms(bare)).toContain('Every sentence cites its moment in the video')
    expect(terms(bare)).toContain('ask for it under [Support](/support#creators)')
  })
})

describe.each([
  ['without optional features', bare],
  ['with all optional features', full],
])('the FAQ and legal pages of a server %s', (server, here) => {
  const sections = { '/privacy': privacySections(here), '/terms': termsSections(here) }
  const questions = questionGroups(here).flatMap(group => group.questions)
  const everything = JSON.stringify([sections, questions, helpTexts])

  test(`the FAQ and legal pages of a server ${server} link only to existing pages and sections`, () => {
    const sectionIds: Record<string, string[]> = {
      '/privacy': sections['/privacy'].map(({ id }) => id),
      '/terms': sections['/terms'].map(({ id }) => id),
      '/support': ['creators'],
    }
    for (const [, url] of everything.matchAll(/\]\((\/[^)]*)\)/g)) {
      const [path, hash] = url!.split('#') as [string, string?]
      if (path.startsWith('/.well-known/')) continue
      expect([url, pagesToPreload(path, true).length > 0]).toEqual([url, true])
      if (hash) expect([url, sectionIds[path]?.includes(hash)]).toEqual([url, true])
    }
  })

  test(`the FAQ and legal pages of a server ${server} have unique section ids`, () => {
    for (const ids of [...Object.values(sections), questions].map(all => all.map(({ id }) => id)))
      expect(new Set(ids).size).toBe(ids.length)
  })

  test(`the FAQ and legal pages of a server ${server} contain no placeholders`, () => {
    expect(everything).not.toMatch(/lorem|todo|tbd|\[insert|\{\{|undefined|null|NaN|\bXX/i)
  })
})

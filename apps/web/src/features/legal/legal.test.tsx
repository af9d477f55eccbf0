import { keptDays } from '@recaps/domain/retention'
import { thirdParties } from '@recaps/domain/third-parties'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { pagesAt } from '../../app/pages.ts'
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
  test('is read by anybody, with its contents before it', async () => {
    openApp('/privacy', { isSignedOut: true })
    expect(await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeInTheDocument()
    expect(document.title).toBe('Privacy Policy · Recaps')
    const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
    const headings = screen.getAllByRole('heading', { level: 2 })
    expect(contents.map(link => link.textContent)).toEqual(headings.map(heading => heading.textContent))
    expect(screen.getByText(/Last changed on November 25, 2026\./)).toBeInTheDocument()
  })

  test('lists all that the app puts into the browser', () => {
    const stored = JSON.stringify(privacySections(full).find(({ id }) => id === 'storage'))
    for (const key of Object.values(storageKeys)) expect(stored).toMatch(new RegExp(` ${key}[,.]`))
  })

  test('tells how long everything is kept', () => {
    const told = JSON.stringify(privacySections(full).find(({ id }) => id === 'how-long'))
    expect(keptDays).toMatchObject({ idleSession: 30, session: 180, notices: 90, feedback: 730, securityEvents: 365 })
    for (const words of [
      '30 days without use, 180 days in any case',
      'Notices in the app: 90 days',
      'what you had saved is erased after 30 days',
      '["A schedule that you delete, or a channel that you remove from it","1 day,',
      '["Messages to support","2 years',
      'deletions","1 year',
      '["Exports","7 days."]',
      '["Backups","35 days."]',
    ])
      expect(told).toContain(words)
  })

  test('names nobody who is not set up, and everybody who is', () => {
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

  test('says of Apple alone that what ends a sign-in there is kept', () => {
    const ends = 'what ends that sign-in over there when you delete your account'
    expect(privacy(installation('sign-in:apple'))).toContain(ends)
    expect(privacy(installation('sign-in:google'))).not.toContain(ends)
  })

  test('says that there are no trackers, how to take all along, and how to delete it', () => {
    expect(privacy(bare)).toContain('no trackers, no advertising and no analytics')
    expect(privacy(bare)).not.toContain('#counting')
    expect(privacy(bare)).toContain('makes one zip of your profile, settings, plan and payments')
    expect(privacy(bare)).toContain('Delete: your account under [Settings](/settings)')
    expect(privacy(bare)).toContain('[help@talks.example](mailto:help@talks.example)')
  })
})

describe.each([
  ['counting:plausible', 'Plausible Analytics'],
  ['counting:other', 'an analytics service that the operator has chosen'],
] as const)('where visits are counted by %s, the privacy policy', (party, counter) => {
  const here = installation(party)
  const told = JSON.stringify(privacySections(here).find(({ id }) => id === 'counting'))

  test('tells what is counted, where it goes, and that it takes a yes which can be taken back', () => {
    for (const words of [
      'Only after you have allowed it',
      'Global Privacy Control',
      'A log-out forgets your answer',
      'Kinds of pages',
      'your network address without its end',
      `from here to ${counter}`,
      'You can change your answer here or, with an account, under [Settings](/settings)',
    ])
      expect(told).toContain(words)
  })

  test('promises nothing that is not so any more', () => {
    expect(privacy(here)).toContain('no analytics unless you [allow it](/privacy#counting)')
    for (const words of ['no advertising and no analytics,', 'no banner to accept'])
      expect([words, privacy(here).includes(words), privacy(bare).includes(words)]).toEqual([words, false, true])
  })
})

describe('the terms', () => {
  test('are read by users in the frame of the app, with a way back', async () => {
    const { user } = openApp('/support')
    await user.click(await screen.findByRole('link', { name: 'Terms of Service' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Terms of Service' })).toBeInTheDocument()
    expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Support' })).toBeInTheDocument()
  })

  test('tell prices, renewal, cancelling and refunds where plans are sold', () => {
    for (const words of [
      'Basic: $4.99 a month',
      'Ultimate: $99.99 a month',
      'No plan has a free trial',
      'The plan stays until the end of the month that is paid for',
      'the plan stays for 7 days',
      'in the European Union within 14 days',
      'The operator is also who sells the plans.',
    ])
      expect(terms(full)).toContain(words)
    expect(terms(full)).toContain('cancel it in the store as well')
    expect(terms(installation('payments:stripe'))).not.toContain('app store')
  })

  test('say that nothing is sold where nothing is', () => {
    expect(terms(bare)).toContain('Nothing is sold on this server. Every account has the Free plan: 3 summaries')
    for (const words of ['$', 'Refund', 'Cancelling', 'sells']) expect(terms(bare)).not.toContain(words)
  })

  test('say that summaries may be wrong, and how creators have theirs taken out', () => {
    expect(terms(bare)).toContain('Every sentence cites the moment of the video it comes from')
    expect(terms(bare)).toContain('ask for it under [Support](/support#creators)')
  })
})

describe.each([
  ['where nothing is set up', bare],
  ['where everything is', full],
])('all of it, %s', (_, here) => {
  const sections = { '/privacy': privacySections(here), '/terms': termsSections(here) }
  const questions = questionGroups(here).flatMap(group => group.questions)
  const everything = JSON.stringify([sections, questions, helpTexts])

  test('leads only to places that exist', () => {
    const places: Record<string, string[]> = {
      '/privacy': sections['/privacy'].map(({ id }) => id),
      '/terms': sections['/terms'].map(({ id }) => id),
      '/support': ['creators'],
    }
    for (const [, address] of everything.matchAll(/\]\((\/[^)]*)\)/g)) {
      const [path, hash] = address!.split('#') as [string, string?]
      if (path.startsWith('/.well-known/')) continue
      expect([address, pagesAt(path, true).length > 0]).toEqual([address, true])
      if (hash) expect([address, places[path]?.includes(hash)]).toEqual([address, true])
    }
  })

  test('has an address of its own for each part', () => {
    for (const ids of [...Object.values(sections), questions].map(all => all.map(({ id }) => id)))
      expect(new Set(ids).size).toBe(ids.length)
  })

  test('holds nothing that still had to be filled in', () => {
    expect(everything).not.toMatch(/lorem|todo|tbd|\[insert|\{\{|undefined|null|NaN|\bXX/i)
  })
})

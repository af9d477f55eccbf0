import { expect, test } from 'vitest'
import { pages } from '../../app/pages.ts'
import { allShots, type PageName, pageOfShot } from './all-shots.ts'
import type { ScreenState } from './shot.ts'

const data: ScreenState[] = ['empty', 'loading', 'full', 'error']
const form: ScreenState[] = ['loading', 'full', 'error']

/** The states that each page can be in. Pages that fetch nothing have only `full`. */
const states: Record<PageName, readonly ScreenState[]> = {
  login: form,
  registration: form,
  resetPassword: form,
  callback: ['loading', 'error'],
  verifyEmail: form,
  // The frame is part of every other screenshot.
  shell: [],
  home: ['loading', 'full'],
  schedule: data,
  wizardChannels: data,
  wizardDate: ['full', 'error'],
  wizardFrequency: form,
  generate: data,
  history: data,
  popular: data,
  detail: data,
  shared: data,
  account: data,
  settings: form,
  subscriptions: data,
  faq: ['full'],
  support: ['full'],
  terms: ['full'],
  privacy: ['full'],
  feedback: form,
  notFound: ['full'],
}

test.each(Object.keys(pages).filter(name => name !== 'shell') as PageName[])(
  'the page %s has a screenshot of each of its states',
  page => {
    const taken = allShots.filter(shot => pageOfShot(shot) === page)
    expect(taken.length).toBeGreaterThan(0)
    expect(states[page].filter(state => !taken.some(shot => shot.state === state))).toEqual([])
  },
)

test('screenshot names are unique', () => {
  const names = allShots.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

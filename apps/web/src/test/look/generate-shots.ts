import { failures, videoFailureSentence } from '@recaps/contract'
import type { Page } from 'playwright'
import { communitySummary } from '../server/samples.ts'
import { sampleNewVideos } from '../server/schedule-samples.ts'
import { createWorld, sampleSettings } from '../server/world.ts'
import { fullWorld } from './screenshot-worlds.ts'
import type { Shot } from './shot.ts'
import { expandToFullPage, neverRespond, press, waitForRetries } from './steps.ts'

const link = 'https://youtu.be/dQw4w9WgXcQ'
const typeLink = (text: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: /YouTube link/ }).fill(text)
  await page.waitForTimeout(900)
}

/** Requesting a summary. */
export const generateShots: Shot[] = [
  { name: 'generate-empty', state: 'empty', path: '/tabs/summarize', world: createWorld },
  { name: 'generate-transcription', path: '/tabs/summarize', world: () => createWorld({ hasTranscriber: true }) },
  {
    name: 'generate-new-videos',
    path: '/tabs/summarize',
    world: () => ({ ...fullWorld(), newVideos: sampleNewVideos(Date.now()) }),
    prepare: expandToFullPage,
  },
  {
    name: 'generate-popular',
    path: '/tabs/summarize',
    world: () => createWorld({ popular: { week: [1, 2, 3].map(id => communitySummary(id, Date.now())) } }),
    prepare: expandToFullPage,
  },
  {
    name: 'generate-focus',
    path: '/tabs/summarize',
    world: () => createWorld({ settings: sampleSettings({ defaultFocus: 'what it costs, and who pays' }) }),
  },
  { name: 'generate-full', state: 'full', path: '/tabs/summarize' },
  {
    name: 'generate-preview',
    path: '/tabs/summarize',
    world: () => ({ ...fullWorld(), summaries: new Map() }),
    prepare: typeLink(link),
  },
  {
    name: 'generate-loading',
    path: '/tabs/summarize',
    state: 'loading',
    setUp: api => api.break('summaries.preview', neverRespond),
    prepare: typeLink(link),
  },
  {
    name: 'generate-broken',
    path: '/tabs/summarize',
    setUp: api => api.break('summaries.preview', 'internal'),
    prepare: page => typeLink(link)(page).then(() => waitForRetries(page)),
  },
  {
    name: 'generate-busy',
    path: '/tabs/summarize',
    world: () => ({ ...fullWorld(), summaries: new Map() }),
    setUp: api => api.break('summaries.request', neverRespond),
    async prepare(page) {
      await typeLink(link)(page)
      await press(/^(Summarise|Generate)/)(page)
    },
  },
  {
    name: 'generate-batch',
    path: '/tabs/summarize',
    world: () => ({ ...fullWorld(), summaries: new Map() }),
    prepare: typeLink(`${link}\nhttps://youtu.be/aBcDeFgHiJk\nhttps://youtu.be/notThere123`),
  },
  {
    name: 'generate-batch-failed',
    path: '/tabs/summarize',
    world: () => ({ ...fullWorld(), summaries: new Map() }),
    setUp: api => api.break('summaries.preview', 'too_many_requests'),
    prepare: typeLink(`${link}\nhttps://youtu.be/aBcDeFgHiJk\nhttps://youtu.be/notThere123`),
  },
  {
    name: 'generate-skipped-links',
    path: '/tabs/summarize',
    world: () => {
      const world = fullWorld()
      const known = world.videos.get('dQw4w9WgXcQ')!
      const doubtful = { captions: 'auto', captionLanguage: 'de', doubt: 'no_speech' } as const
      world.videos.set('dQw4w9WgXcQ', { ...known, ...doubtful })
      return { ...world, summaries: new Map() }
    },
    prepare: typeLink(`${link}\nhttps://www.youtube.com/@plainstructures\nhttps://vimeo.com/76979871`),
  },
  {
    name: 'generate-length',
    path: '/tabs/summarize',
    world: () => ({ ...fullWorld(), summaries: new Map() }),
    async prepare(page) {
      await typeLink(link)(page)
      await press('Length: Standard')(page)
    },
  },
  { name: 'generate-search', path: '/tabs/summarize', prepare: typeLink('the') },
  {
    name: 'generate-refused',
    state: 'error',
    path: '/tabs/summarize',
    world: createWorld,
    prepare: typeLink('https://youtu.be/notThere123'),
  },
  {
    name: 'generate-chosen',
    path: '/tabs/summarize',
    world: () => {
      const { search, ...world } = fullWorld()
      return { ...world, summaries: new Map(), search: search.map(found => ({ ...found, id: 'dQw4w9WgXcQ' })) }
    },
    async prepare(page) {
      await typeLink('the')(page)
      await page.locator('.video-result').last().click()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'generate-live',
    path: '/tabs/summarize',
    world: () => {
      const world = fullWorld()
      const { sentence } = failures.live
      const retryAt = new Date(Date.now() + 3_600_000).toISOString()
      world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code: 'live', error: sentence, retryAt })
      return { ...world, summaries: new Map() }
    },
    prepare: typeLink(link),
  },
  {
    name: 'generate-bot-check',
    path: '/tabs/summarize',
    world: () => {
      const world = fullWorld()
      const error = videoFailureSentence('bot_check')
      world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code: 'bot_check', error })
      return { ...world, summaries: new Map() }
    },
    prepare: typeLink(link),
  },
  {
    name: 'generate-private',
    path: '/tabs/summarize',
    world: () => {
      const world = fullWorld()
      const { sentence } = failures.private
      world.videos.set('dQw4w9WgXcQ', { ...world.videos.get('dQw4w9WgXcQ')!, code: 'private', error: sentence })
      return { ...world, summaries: new Map() }
    },
    prepare: typeLink(link),
  },
  {
    name: 'generate-ready-elsewhere',
    path: '/tabs/popular',
    async prepare(page, api) {
      await page.waitForTimeout(800)
      const working = [...api.world.summaries.values()].filter(({ state }) => state === 'working')
      const { content, timings } = api.world.summaries.get(1)!
      const done = { state: 'ready', audio: 'ready', stage: null, progress: null, content, timings } as const
      api.change(working[0]!.id, done)
      await page.waitForTimeout(2600)
    },
  },
  { name: 'generate-limit-reached', path: '/tabs/summarize', world: () => createWorld({ used: 10 }) },
  { name: 'generate-200', path: '/tabs/summarize', text: 200 },
]

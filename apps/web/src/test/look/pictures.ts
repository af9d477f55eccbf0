import { mkdirSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { failures } from '@recaps/contract'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { createMemoryApi, type MemoryApi } from '../server/memory-api.ts'
import { createWorld, sampleToken } from '../server/world.ts'
import { accountShots } from './account-shots.ts'
import { askShots } from './ask-shots.ts'
import { closePaymentTwin } from './payment-twin.ts'
import { planShots } from './plan-shots.ts'
import { scheduleShots } from './schedule-shots.ts'
import { serveApp } from './serve.ts'
import type { Shot } from './shot.ts'
import { fullWorld, hardWorld } from './world-of-pictures.ts'

/**
 * Takes a picture of every screen in every state, on a phone and a desktop, light and dark, and runs axe on each.
 * `node src/test/look/pictures.ts [OUT] [name part]`; the app must be built. Exits 1 on a violation.
 */

const link = 'https://youtu.be/dQw4w9WgXcQ'
const typeLink = (text: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: /Link, video id/ }).fill(text)
  await page.waitForTimeout(900)
}
const startPlayer = async (page: Page) => {
  await page.getByRole('button', { name: /^Listen/ }).click()
  await page.waitForTimeout(600)
}
const seekTo = (ms: number) => async (page: Page) => {
  await startPlayer(page)
  await page.evaluate(at => {
    document.querySelector('audio')!.currentTime = at / 1000
  }, ms)
  await page.waitForTimeout(900)
}

const shots: Shot[] = [
  { name: 'login', path: '/login', isSignedOut: true },
  {
    name: 'login-wrong',
    path: '/login',
    isSignedOut: true,
    async prepare(page) {
      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.waitForTimeout(400)
    },
  },
  { name: 'login-auth-failed', path: '/login?error=auth_failed', isSignedOut: true },
  {
    name: 'registration',
    path: '/registration',
    isSignedOut: true,
    async prepare(page) {
      await page.getByLabel('Email').fill('grace@example')
      await page.getByLabel('Password', { exact: true }).fill('seven words 4u')
      await page.getByLabel('Password', { exact: true }).blur()
    },
  },
  { name: 'registration-200', path: '/registration', isSignedOut: true, text: 200 },
  ...accountShots,
  ...planShots,
  { name: 'generate-empty', path: '/tabs/summarize', world: createWorld },
  { name: 'generate-listening', path: '/tabs/summarize', world: () => createWorld({ listens: true }) },
  { name: 'generate-full', path: '/tabs/summarize' },
  {
    name: 'generate-preview',
    path: '/tabs/summarize',
    world: () => ({ ...fullWorld(), summaries: new Map() }),
    prepare: typeLink(link),
  },
  {
    name: 'generate-batch',
    path: '/tabs/summarize',
    world: () => ({ ...fullWorld(), summaries: new Map() }),
    prepare: typeLink(`${link}\nhttps://youtu.be/aBcDeFgHiJk\nhttps://youtu.be/notThere123`),
  },
  { name: 'generate-search', path: '/tabs/summarize', prepare: typeLink('the') },
  {
    name: 'generate-refused',
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
  { name: 'generate-spent', path: '/tabs/summarize', world: () => createWorld({ used: 10 }) },
  { name: 'generate-200', path: '/tabs/summarize', text: 200 },
  { name: 'history-full', path: '/tabs/history' },
  { name: 'history-empty', path: '/tabs/history', world: createWorld },
  {
    name: 'history-loading',
    path: '/tabs/history',
    setUp: api => api.break('summaries.list', () => new Promise(() => {})),
  },
  {
    name: 'history-broken',
    path: '/tabs/history',
    setUp: api => api.break('summaries.list', 'internal'),
    prepare: page => page.waitForTimeout(3500),
  },
  { name: 'history-nothing', path: '/tabs/history?q=zebra' },
  {
    name: 'history-scrolled',
    path: '/tabs/history',
    async prepare(page) {
      await page.mouse.wheel(0, 1500)
      await page.waitForTimeout(400)
      await page
        .getByRole('button', { name: /^Play / })
        .nth(3)
        .click()
      await page.waitForTimeout(800)
    },
  },
  {
    name: 'history-select',
    path: '/tabs/history?show=with_audio',
    async prepare(page) {
      await page.getByRole('button', { name: 'Select' }).click()
      await page.getByRole('checkbox').nth(1).check({ force: true })
      await page.getByRole('checkbox').nth(2).check({ force: true })
    },
  },
  {
    name: 'history-menu',
    path: '/tabs/history?show=with_audio',
    async prepare(page) {
      const more = page.getByRole('button', { name: /^More actions/ }).first()
      if (await more.isVisible()) await more.click()
      await page.waitForTimeout(700)
    },
  },
  {
    name: 'history-200',
    path: '/tabs/history',
    text: 200,
    prepare: page => page.mouse.wheel(0, 900).then(() => page.waitForTimeout(300)),
  },
  { name: 'detail', path: '/history-detail/1' },
  {
    name: 'detail-voice',
    path: '/history-detail/1',
    async prepare(page) {
      await page.getByRole('button', { name: 'Change voice' }).click()
      await page.getByLabel('Voice of this summary').scrollIntoViewIfNeeded()
    },
  },
  { name: 'detail-long-title', path: '/history-detail/4' },
  { name: 'detail-playing', path: '/history-detail/1', prepare: seekTo(36_000) },
  {
    name: 'detail-chip',
    path: '/history-detail/1',
    async prepare(page) {
      const sentence = page.locator('.section .sentence__text').nth(1)
      await sentence.scrollIntoViewIfNeeded()
      await sentence.hover()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'detail-transcript',
    path: '/history-detail/1',
    async prepare(page) {
      await page.getByRole('tab', { name: 'Transcript' }).click()
      await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('bridge')
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'detail-video',
    path: '/history-detail/1',
    prepare: page =>
      page
        .getByRole('button', { name: /^Play the video here/ })
        .click()
        .then(() => page.waitForTimeout(500)),
  },
  { name: 'detail-audio-pending', path: '/history-detail/51' },
  { name: 'detail-audio-failed', path: '/history-detail/52' },
  { name: 'detail-working', path: '/history-detail/53' },
  { name: 'detail-failed', path: '/history-detail/43' },
  { name: 'detail-upload', path: '/history-detail/54' },
  { name: 'detail-deferred', path: '/history-detail/45' },
  { name: 'hard-history', path: '/tabs/history', world: hardWorld },
  {
    name: 'hard-many',
    path: '/history-detail/1',
    world: hardWorld,
    async prepare(page) {
      const folded = page.locator('.folded-contents__title')
      if (await folded.isVisible()) await folded.click()
    },
  },
  { name: 'hard-little', path: '/history-detail/2', world: hardWorld },
  { name: 'hard-right-to-left', path: '/history-detail/3', world: hardWorld, prepare: startPlayer },
  { name: 'hard-words', path: '/history-detail/4', world: hardWorld, prepare: startPlayer },
  { name: 'hard-words-200', path: '/history-detail/4', world: hardWorld, text: 200 },
  {
    name: 'offline',
    path: '/tabs/history',
    prepare: page =>
      page
        .context()
        .setOffline(true)
        .then(() => page.waitForTimeout(400)),
  },
  { name: 'detail-missing', path: '/history-detail/999' },
  {
    name: 'detail-broken',
    path: '/history-detail/1',
    setUp: api => api.break('summaries.detail', 'internal'),
    prepare: page => page.waitForTimeout(3500),
  },
  { name: 'detail-200', path: '/history-detail/1', text: 200, prepare: startPlayer },
  {
    name: 'player-sheet',
    path: '/tabs/history?show=with_audio',
    async prepare(page) {
      await page.getByRole('button', { name: 'Select' }).click()
      await page.getByRole('button', { name: 'Select all' }).click()
      await page.getByRole('button', { name: 'Add to queue' }).click()
      await page.waitForTimeout(500)
      await page.getByRole('button', { name: /^Show player/ }).click()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'player-speed',
    path: '/history-detail/1',
    async prepare(page) {
      await startPlayer(page)
      await page.getByRole('button', { name: /^Playback speed/ }).click()
      await page.waitForTimeout(800)
    },
  },
  {
    name: 'menu',
    path: '/tabs/history',
    async prepare(page) {
      const open = page.getByRole('button', { name: 'Menu' })
      if (await open.isVisible()) await open.click()
      await page.waitForTimeout(500)
    },
  },
  {
    name: 'shortcuts',
    path: '/tabs/history',
    prepare: page => page.keyboard.press('?').then(() => page.waitForTimeout(500)),
  },
  ...askShots,
  ...scheduleShots,
  { name: 'not-found', path: '/nowhere' },
]

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
const themes = ['light', 'dark'] as const

const [out = 'pictures', part = ''] = process.argv.slice(2)
mkdirSync(out, { recursive: true })
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
let faults = 0
for (const shot of shots.filter(({ name }) => name.includes(part))) {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const theme of themes) {
      const label = `${shot.name}-${size}-${theme}`
      const found = await take(browser, shot, label, { viewport, theme, isTouch: size === 'phone' })
      for (const fault of found) console.log(`${label}: ${fault}`)
      faults += found.length
    }
  }
}
await browser.close()
await closePaymentTwin()
console.log(faults === 0 ? 'no faults' : `${faults} faults`)
process.exitCode = faults === 0 ? 0 : 1

interface Look {
  viewport: { width: number; height: number }
  theme: 'light' | 'dark'
  isTouch: boolean
}

async function take(browser: Browser, shot: Shot, label: string, look: Look): Promise<string[]> {
  const api = createMemoryApi((shot.world ?? fullWorld)())
  shot.setUp?.(api)
  const server = await serveApp(api, 0)
  const context = await browser.newContext({
    viewport: look.viewport,
    colorScheme: look.theme,
    hasTouch: look.isTouch,
    isMobile: look.isTouch,
    timezoneId: 'Europe/Rome',
    locale: 'en-US',
    baseURL: server.url,
  })
  try {
    return await picture(context, api, shot, label)
  } finally {
    await context.close()
    server.close()
  }
}

/** The page clips what hangs over its edge, so that a heading cut off there is no overflow of the document. */
function headingsBeyondTheirBox(): string[] {
  const edge = document.documentElement.clientWidth + 1
  return [...document.querySelectorAll('main :is(h1, h2, h3)')]
    .filter(heading => {
      return heading.scrollWidth > heading.clientWidth + 1 || heading.getBoundingClientRect().right > edge
    })
    .map(heading => heading.textContent.slice(0, 40))
}

async function picture(context: BrowserContext, api: MemoryApi, shot: Shot, label: string): Promise<string[]> {
  const found: string[] = []
  const page = await context.newPage()
  page.on('pageerror', error => found.push(`error: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error' && /Content Security|Trusted/.test(message.text())) found.push(message.text())
  })
  if (!shot.isSignedOut)
    await page.addInitScript(token => {
      if (location.pathname.startsWith('/embed/')) return
      localStorage.setItem('authToken', token)
    }, sampleToken)
  await page.goto(shot.path)
  if (shot.text)
    await page.evaluate(percent => document.documentElement.style.setProperty('font-size', `${percent}%`), shot.text)
  await page.waitForTimeout(700)
  await shot.prepare?.(page, api)
  await page.screenshot({ path: `${out}/${label}.png` })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflow > 0) found.push(`overflows by ${overflow} px`)
  for (const text of await page.evaluate(headingsBeyondTheirBox)) found.push(`is cut off: ${text}`)
  const axe = await new AxeBuilder({ page })
    // What the frames of a foreign service look like is theirs, and what shines through them axe does not see.
    .exclude('iframe[name^="__privateStripeFrame"]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  for (const { id, help, nodes } of axe.violations) {
    found.push(
      `axe ${id}: ${help}: ${nodes
        .slice(0, 3)
        .map(node => node.target.join(' '))
        .join(' | ')}`,
    )
  }
  return found
}

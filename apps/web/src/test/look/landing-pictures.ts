import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@recaps/contract'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'

/**
 * Takes the landing page's pictures: the product on a phone in light and dark, and the link preview card. Usage:
 * `node src/test/look/landing-pictures.ts http://localhost:3000`, with the URL of a running demo.
 */
const url = process.argv[2] ?? 'http://localhost:3000'
const out = fileURLToPath(new URL('../../../public/landing/', import.meta.url))
const talks = { glider: 'gRHHjJqI4qA', twelveHours: 'yB6J5JILcak' }
const handles = ['@plainbench', '@saltandreason', '@thelongstreet']
const screen = { width: 390, height: 844 }
/** Height of the part that is shown. */
const clipHeight = 400

const { token, client } = await logIn()
const [glider, long] = [await readySummary(client, talks.glider), await readySummary(client, talks.twelveHours)]
await follow(client)

type Prepare = (page: Page) => Promise<unknown>
/** By name: top of the clip, path, and preparation. */
const shots: Record<string, [top: number, path: string, prepare: Prepare]> = {
  cited: [
    0,
    `/history-detail/${glider}`,
    async page => {
      await scrollTo(page, page.getByRole('heading', { name: 'One number' }).last(), 80)
      await page.locator('.sentence', { hasText: 'specific gravity' }).hover()
    },
  ],
  audio: [
    screen.height - 480,
    `/history-detail/${glider}`,
    async page => {
      await startAt(page, 'All through the flight')
      await page.getByRole('button', { name: 'Show player' }).click()
      await page.getByRole('dialog').waitFor()
    },
  ],
  digest: [0, '/tabs/dashboard', page => page.getByRole('list', { name: 'Channels' }).waitFor()],
  long: [0, `/history-detail/${long}`, page => scrollTo(page, page.locator('.proof'), 296)],
}

mkdirSync(out, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
})
for (const theme of ['light', 'dark'] as const) {
  const context = await browser.newContext({
    viewport: screen,
    deviceScaleFactor: 2,
    isMobile: true,
    colorScheme: theme,
    reducedMotion: 'reduce',
    baseURL: url,
  })
  for (const [name, [top, path, prepare]] of Object.entries(shots)) {
    const page = await context.newPage()
    await page.addInitScript(value => localStorage.setItem('authToken', value), token)
    await page.goto(path)
    await prepare(page)
    await page.waitForTimeout(1000)
    const clip = { x: 0, y: top, width: screen.width, height: clipHeight }
    const picture = sharp(await page.screenshot({ clip })).webp({ quality: 72 })
    writeFileSync(`${out}${name}-${theme}.webp`, await picture.toBuffer())
    await page.close()
  }
  await context.close()
}
const card = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light', baseURL: url })
await card.goto('/landing')
writeFileSync(
  `${out}card.png`,
  await sharp(await card.screenshot())
    .png({ palette: true })
    .toBuffer(),
)
await browser.close()

async function logIn(): Promise<{ token: string; client: Client }> {
  const { auth } = createClient({ baseUrl: url, token: () => '' })
  const body = { email: 'demo@example.com', password: 'watch less, know more' }
  const { token } = await auth.login({ body })
  return { token, client: createClient({ baseUrl: url, token: () => token }) }
}

async function readySummary({ summaries }: Client, urlOrId: string): Promise<number> {
  const { id } = await summaries.request({ body: { urlOrId, type: 'youtube' } })
  while ((await summaries.detail({ params: { id } })).state !== 'ready')
    await new Promise(resolve => setTimeout(resolve, 500))
  return id
}

async function follow({ schedules, youtube }: Client): Promise<void> {
  if ((await schedules.list()).length > 0) return
  const found = await Promise.all(handles.map(query => youtube.channels({ query: { query } })))
  const at = new Date()
  at.setUTCHours(33, 0, 0, 0)
  await schedules.create({
    body: { channelList: found.map(({ items }) => items[0]!), frequency: 'weekly', startDateTime: at.toISOString() },
  })
}

/** Plays the audio from this sentence. */
async function startAt(page: Page, sentence: string): Promise<void> {
  await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
  await page.getByText(sentence).first().click()
  await page.locator('[aria-current="true"], mark').first().waitFor()
}

async function scrollTo(page: Page, target: ReturnType<Page['locator']>, topOffset = 70): Promise<void> {
  await target.first().waitFor()
  const top = await target.first().evaluate(element => element.getBoundingClientRect().top + window.scrollY)
  await page.evaluate(y => window.scrollTo(0, y), top - topOffset)
}

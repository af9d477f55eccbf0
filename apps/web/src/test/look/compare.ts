import './fixed-day.ts'

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { allShots } from './all-shots.ts'
import { pictureDifference, shrinkScreenshot } from './compare-pictures.ts'
import { onFixedDay } from './fixed-day.ts'
import { type Look, openShot } from './open-shot.ts'
import { styleChanges } from './style-changes.ts'

/**
 * Compares twelve screens with the reference pictures in `references`, then checks itself: it must detect a fault and accept
 * another font. Exits with 1 if a screen differs. `--update` takes new reference pictures
 * (`npm run screenshots -- --references`).
 */
const screens: readonly [shot: string, look: Look][] = [
  ['login', { size: 'desktop', theme: 'light' }],
  ['login', { size: 'phone', theme: 'dark' }],
  ['generate-preview', { size: 'phone', theme: 'light' }],
  ['history-full', { size: 'desktop', theme: 'light' }],
  ['history-full', { size: 'phone', theme: 'dark' }],
  ['detail', { size: 'desktop', theme: 'dark' }],
  ['detail', { size: 'phone', theme: 'light' }],
  ['popular', { size: 'phone', theme: 'light' }],
  ['schedule-full', { size: 'phone', theme: 'light' }],
  ['plans-free-top', { size: 'desktop', theme: 'light' }],
  ['account', { size: 'phone', theme: 'dark' }],
  ['not-found', { size: 'desktop', theme: 'light' }],
]
/** Share of a screen that may differ. A font one sixth wider changes less, a button in the wrong color changes more. */
const tolerance = 0.04

/** Line breaks depend on glyph widths. These two fonts have the same widths, and most machines have one of them. */
const fonts = ['Liberation Sans', 'Arial']
const withFonts = `:root { --font: ${fonts.map(name => `"${name}"`)}, sans-serif !important; }`

/** Text renders differently on every machine; only the layout is compared. */
const withoutText = '*, ::placeholder { color: transparent !important; caret-color: transparent !important; }'

const folder = path.join(import.meta.dirname, 'references')
const isUpdate = process.argv.includes('--update')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const scratchPage = await browser.newPage()
mkdirSync(folder, { recursive: true })
let faults = 0
if (!(await hasFonts())) {
  console.log(`skipped: this machine has neither ${fonts.join(' nor ')}`)
  await browser.close()
  process.exit()
}
for (const [name, look] of screens) {
  const file = fileOf(name, look)
  const current = await pictureOf(name, look)
  if (isUpdate) writeFileSync(file, Buffer.from(current, 'base64'))
  else await compare(path.basename(file), existsSync(file) ? readFileSync(file, 'base64') : '', current)
}
if (!isUpdate) await checkItself()
await browser.close()
process.exitCode = faults === 0 ? 0 : 1

async function compare(file: string, before: string, current: string) {
  const share = before ? await pictureDifference(scratchPage, before, current) : 1
  if (share > tolerance) faults++
  console.log(`${share > tolerance ? 'DIFFERENT' : 'same'} ${file}: ${percent(share)}`)
}

/** Guards against a comparison that never fails: each fault must be detected in one of four screens, another font in none. */
async function checkItself() {
  for (const { what, isFault, spoil } of styleChanges) {
    const shares: number[] = []
    for (const [name, look] of screens.filter(([name]) => ['login', 'history-full'].includes(name))) {
      const before = readFileSync(fileOf(name, look), 'base64')
      shares.push(await pictureDifference(scratchPage, before, await pictureOf(name, look, spoil)))
    }
    const isDetected = shares.some(share => share > tolerance)
    if (isDetected !== isFault) faults++
    const verdict = `${isDetected === isFault ? 'right' : 'WRONG'}: ${what} is ${isDetected ? 'detected' : 'accepted'}`
    console.log(`${verdict} (${shares.map(percent).join(', ')})`)
  }
}

async function pictureOf(name: string, look: Look, spoil = (sheet: string) => sheet): Promise<string> {
  const shot = allShots.find(one => one.name === name)
  if (!shot) throw new Error(`No shot named "${name}"`)
  const beforeOpen = async (page: Page) => {
    await onFixedDay(page)
    await page.route(/\/assets\/.*\.css$/, async route => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${spoil(`${await response.text()}\n${withFonts}`)}\n${withoutText}` })
    })
  }
  return await openShot(browser, shot, { look, isStill: true, beforeOpen }, async page => {
    const picture = await shrinkScreenshot(scratchPage, await page.screenshot())
    // A style sheet may still be loading when the page closes.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    return picture
  })
}

/** Whether one of the fonts is installed. A missing font falls back to monospace, which changes the text width. */
async function hasFonts(): Promise<boolean> {
  return await scratchPage.evaluate(names => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')!
    const widthIn = (font: string) => {
      context.font = `20px ${font}`
      return context.measureText('iiiiWWWW').width
    }
    return names.some(name => widthIn(`"${name}", monospace`) !== widthIn('monospace'))
  }, fonts)
}

function fileOf(name: string, { size, theme }: Look): string {
  return path.join(folder, `${name}-${size}-${theme}.png`)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}

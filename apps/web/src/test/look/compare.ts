import './fixed-day.ts'

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { allShots } from './all-shots.ts'
import { bring, type Look } from './bring.ts'
import { onFixedDay } from './fixed-day.ts'
import { difference, smallPicture } from './small-picture.ts'
import { spoils } from './spoils.ts'

/**
 * Compares twelve screens with the pictures of them that lie here, then shows that it would see a fault and would not mind
 * another font. Ends with 1 where a screen looks different; with `--update` the pictures are taken anew
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
/** The share of a screen that may look different. A font that is a sixth wider changes less, a button in a wrong colour more. */
const tolerance = 0.04

/** How wide letters are says where lines end; these two are as wide as each other, and one of them is on most machines. */
const letters = ['Liberation Sans', 'Arial']
const withLetters = `:root { --font: ${letters.map(name => `"${name}"`)}, sans-serif !important; }`

/** Letters look different on every machine, what they stand on does not. */
const withoutWords = '*, ::placeholder { color: transparent !important; caret-color: transparent !important; }'

const folder = path.join(import.meta.dirname, 'references')
const isUpdate = process.argv.includes('--update')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const judge = await browser.newPage()
mkdirSync(folder, { recursive: true })
let faults = 0
if (!(await hasLetters())) {
  console.log(`skipped: neither ${letters.join(' nor ')} is on this machine`)
  await browser.close()
  process.exit()
}
for (const [name, look] of screens) {
  const file = fileOf(name, look)
  const now = await pictureOf(name, look)
  if (isUpdate) writeFileSync(file, Buffer.from(now, 'base64'))
  else await compare(path.basename(file), existsSync(file) ? readFileSync(file, 'base64') : '', now)
}
if (!isUpdate) await proveItself()
await browser.close()
process.exitCode = faults === 0 ? 0 : 1

async function compare(file: string, before: string, now: string) {
  const share = before ? await difference(judge, before, now) : 1
  if (share > tolerance) faults++
  console.log(`${share > tolerance ? 'DIFFERENT' : 'same'} ${file}: ${percent(share)}`)
}

/** A comparison that sees nothing passes as well: each fault must be seen in one of four screens, another font in none. */
async function proveItself() {
  for (const { what, isFault, spoil } of spoils) {
    const shares: number[] = []
    for (const [name, look] of screens.filter(([name]) => ['login', 'history-full'].includes(name))) {
      const before = readFileSync(fileOf(name, look), 'base64')
      shares.push(await difference(judge, before, await pictureOf(name, look, spoil)))
    }
    const isSeen = shares.some(share => share > tolerance)
    if (isSeen !== isFault) faults++
    const verdict = `${isSeen === isFault ? 'right' : 'WRONG'}: ${what} is ${isSeen ? 'seen' : 'not minded'}`
    console.log(`${verdict} (${shares.map(percent).join(', ')})`)
  }
}

async function pictureOf(name: string, look: Look, spoil = (sheet: string) => sheet): Promise<string> {
  const shot = allShots.find(one => one.name === name)
  if (!shot) throw new Error(`There is no picture called ${name}`)
  const meet = async (page: Page) => {
    await onFixedDay(page)
    await page.route(/\/assets\/.*\.css$/, async route => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${spoil(`${await response.text()}\n${withLetters}`)}\n${withoutWords}` })
    })
  }
  return await bring(browser, shot, { look, isStill: true, meet }, async page => {
    const picture = await smallPicture(judge, await page.screenshot())
    // A style sheet that comes late must not outlive its page.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    return picture
  })
}

/** A name that no font has is written in another one, whose letters are all alike wide. */
async function hasLetters(): Promise<boolean> {
  return await judge.evaluate(names => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d')!
    const widthIn = (font: string) => {
      pen.font = `20px ${font}`
      return pen.measureText('iiiiWWWW').width
    }
    return names.some(name => widthIn(`"${name}", monospace`) !== widthIn('monospace'))
  }, letters)
}

function fileOf(name: string, { size, theme }: Look): string {
  return path.join(folder, `${name}-${size}-${theme}.png`)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}

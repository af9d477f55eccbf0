import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { allShots } from './all-shots.ts'
import { contactSheet, screenshotFile } from './contact-sheet.ts'
import { closePaymentFake } from './payment-fake.ts'
import type { Shot } from './shot.ts'
import { looks, takeScreenshot } from './take-screenshot.ts'

/**
 * `npm run screenshots [-- PART] [--out FOLDER]`: takes screenshots of every screen in every state, on a phone and a desktop, in
 * light and dark, and writes an index page. Checks each with axe and for overflow; exits with 1 if there is any fault.
 */
const args = process.argv.slice(2)
const at = args.indexOf('--out')
const out = path.resolve(process.env.INIT_CWD ?? '.', at < 0 ? 'screenshots' : (args.splice(at, 2)[1] ?? 'screenshots'))
const [part = ''] = args
const shots = allShots.filter(({ name }) => name.includes(part))
/** Shots taken in parallel, each in all looks. Most of the time is spent waiting. */
const parallelShots = 2

const startedAt = performance.now()
mkdirSync(out, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const faults = new Map<Shot, string[]>()
const pending = [...shots]
await Promise.all(Array.from({ length: parallelShots }, work))
await browser.close()
await closePaymentFake()
writeFileSync(path.join(out, 'index.html'), contactSheet(shots, faults))

const count = [...faults.values()].flat().length
const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(
  `${shots.length * looks.length} screenshots in ${seconds} s, ${count} faults: ${path.join(out, 'index.html')}`,
)
process.exitCode = count === 0 && shots.length > 0 ? 0 : 1

async function work() {
  for (let shot = pending.shift(); shot; shot = pending.shift()) {
    const found = await Promise.all(looks.map(look => takeInLook(shot!, look)))
    faults.set(shot, found.flat())
  }
}

async function takeInLook(shot: Shot, look: (typeof looks)[number]): Promise<string[]> {
  const file = screenshotFile(shot, look)
  const found = await takeScreenshot(browser, shot, look, path.join(out, file))
  for (const fault of found) console.log(`${file}: ${fault}`)
  return found.map(fault => `${look.size}, ${look.theme}: ${fault}`)
}

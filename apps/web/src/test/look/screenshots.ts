import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { allShots } from './all-shots.ts'
import { contactSheet, fileOf } from './contact-sheet.ts'
import { closePaymentFake } from './payment-fake.ts'
import type { Shot } from './shot.ts'
import { looks, take } from './take.ts'

/**
 * `npm run screenshots [-- PART] [--out FOLDER]`: pictures of every screen in every state, on a phone and a desktop, light and dark,
 * and an index to look through them. Each is judged by axe and measured for what overflows; ends with 1 where anything is found.
 */
const args = process.argv.slice(2)
const at = args.indexOf('--out')
const out = path.resolve(process.env.INIT_CWD ?? '.', at < 0 ? 'screenshots' : (args.splice(at, 2)[1] ?? 'screenshots'))
const [part = ''] = args
const shots = allShots.filter(({ name }) => name.includes(part))
/** How many shots are worked on at a time, each in all looks: they mostly wait. */
const atATime = 2

const startedAt = performance.now()
mkdirSync(out, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const faults = new Map<Shot, string[]>()
const waiting = [...shots]
await Promise.all(Array.from({ length: atATime }, work))
await browser.close()
await closePaymentFake()
writeFileSync(path.join(out, 'index.html'), contactSheet(shots, faults))

const count = [...faults.values()].flat().length
const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(`${shots.length * looks.length} pictures in ${seconds} s, ${count} faults: ${path.join(out, 'index.html')}`)
process.exitCode = count === 0 && shots.length > 0 ? 0 : 1

async function work() {
  for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
    const found = await Promise.all(looks.map(look => inOneLook(shot!, look)))
    faults.set(shot, found.flat())
  }
}

async function inOneLook(shot: Shot, look: (typeof looks)[number]): Promise<string[]> {
  const file = fileOf(shot, look)
  const found = await take(browser, shot, look, path.join(out, file))
  for (const fault of found) console.log(`${file}: ${fault}`)
  return found.map(fault => `${look.size}, ${look.theme}: ${fault}`)
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { allShots } from './all-shots.ts'
import { type Look, openShot } from './open-shot.ts'

/** `npm run screenshots -- --install`: takes the manifest's screenshots, shown in the install dialog. */
const pictures: Record<string, [shot: string, size: Look['size']]> = {
  'list-phone': ['history-full', 'phone'],
  'summary-phone': ['detail', 'phone'],
  'summary-wide': ['detail', 'desktop'],
}
const out = fileURLToPath(new URL('../../../public/screenshots/', import.meta.url))

mkdirSync(out, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
for (const [name, [shotName, size]] of Object.entries(pictures)) {
  const shot = allShots.find(each => each.name === shotName)
  if (!shot) throw new Error(`No shot named "${shotName}"`)
  const png = await openShot(browser, shot, { look: { size, theme: 'light' }, isStill: true }, page =>
    page.screenshot(),
  )
  writeFileSync(`${out}${name}.webp`, await sharp(png).webp({ quality: 80 }).toBuffer())
}
await browser.close()

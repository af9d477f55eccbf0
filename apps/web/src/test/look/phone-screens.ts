import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { allShots } from './all-shots.ts'
import { openShotOnPhone, type PhoneLook } from './open-shot-on-phone.ts'
import type { Shot } from './shot.ts'
import { expandToFullPage } from './steps.ts'

/**
 * `npm run screenshots -- --phone [PART] [--out FOLDER]`: takes the main screens of the phone app in portrait, landscape, on a
 * tablet and with large text, in light and dark, with safe area insets. Content inside an inset is a fault; exits with 1 if there
 * is any. With `--stores`: takes them in the sizes required by the app stores.
 */
const args = process.argv.slice(2)
const isForStores = args.includes('--stores')
if (isForStores) args.splice(args.indexOf('--stores'), 1)
const at = args.indexOf('--out')
const out = path.resolve(process.env.INIT_CWD ?? '.', at < 0 ? 'screenshots' : (args.splice(at, 2)[1] ?? 'screenshots'))
const [part = ''] = args

const screens = [
  'login',
  'registration',
  'generate-preview',
  'history-full',
  'detail',
  'detail-playing',
  'player-sheet',
  'schedule-full',
  'popular',
  'settings',
  'plans-premium',
  'menu',
  'account',
]
const storeScreens = ['detail', 'detail-playing', 'player-sheet', 'popular', 'schedule-full']

const portrait = { width: 390, height: 844, insets: { top: 47, bottom: 34 } }
const looks: Record<string, Omit<PhoneLook, 'theme'>> = {
  portrait,
  landscape: { width: 844, height: 390, insets: { left: 47, right: 47, bottom: 21 } },
  tablet: { width: 1024, height: 1366, insets: { top: 24, bottom: 20 } },
  large: { ...portrait, text: 200 },
}
/** Sizes required by App Store Connect and the Play Console, in CSS pixels, with their pixel density. */
const stores: Record<string, Omit<PhoneLook, 'theme'>> = {
  'app-store-6.9-inch': { width: 440, height: 956, density: 3, insets: { top: 62, bottom: 34 } },
  'app-store-13-inch': { width: 1032, height: 1376, density: 2, insets: { top: 24, bottom: 20 } },
  'play-phone': { width: 360, height: 640, density: 3, insets: { top: 24, bottom: 16 } },
  'play-10-inch': { width: 800, height: 1280, density: 2, insets: { top: 24, bottom: 16 } },
}

mkdirSync(out, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const selected = (isForStores ? storeScreens : screens).filter(name => name.includes(part))
const work = selected.flatMap(name =>
  Object.entries(isForStores ? stores : looks).flatMap(([size, look]) =>
    (['light', 'dark'] as const).map(theme => ({ name, size, look: { ...look, theme } })),
  ),
)
const count = work.length
let faults = 0
await Promise.all(Array.from({ length: 2 }, takeNext))
await browser.close()
console.log(`${count} screenshots, ${faults} faults: ${out}`)
process.exitCode = faults === 0 && count > 0 ? 0 : 1

async function takeNext(): Promise<void> {
  for (let one = work.shift(); one; one = work.shift()) {
    const { name, size, look } = one
    const file = `${name}-${size}-${look.theme}.png`
    for (const fault of await take(shotOf(name), look, path.join(out, file))) {
      console.log(`${file}: ${fault}`)
      faults++
    }
  }
}

async function take(shot: Shot, look: PhoneLook, file: string): Promise<string[]> {
  try {
    return await openShotOnPhone(browser, shot, look, async page => {
      await page.screenshot({ path: file })
      return isForStores ? [] : await page.evaluate(findEdgeFaults)
    })
  } catch (error) {
    return [`screenshot failed: ${error instanceof Error ? error.message : error}`]
  }
}

function shotOf(name: string): Shot {
  const shot = allShots.find(each => each.name === name)
  if (!shot) throw new Error(`No shot named "${name}"`)
  // A window as high as the page would have no edges to check.
  return { ...shot, ...(shot.prepare === expandToFullPage ? { prepare: () => Promise.resolve() } : {}) }
}

/** Texts and controls inside a safe area inset (of fixed elements and at the top of the page), and horizontal overflow. */
function findEdgeFaults(): string[] {
  const style = getComputedStyle(document.documentElement)
  const inset = (side: string) => Number.parseFloat(style.getPropertyValue(`--safe-area-inset-${side}`)) || 0
  const { clientWidth, clientHeight, scrollWidth } = document.documentElement
  const isFixed = (element: Element | null): boolean =>
    element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || isFixed(element.parentElement))
  const dialog = document.querySelector('dialog[open]')
  const found = [...(dialog ?? document).querySelectorAll('button, a, input, h1, h2, p, label')].flatMap(element => {
    const box = element.getBoundingClientRect()
    const isVisible = box.width > 1 && box.height > 1 && element.checkVisibility({ opacityProperty: true })
    if (!isVisible || box.bottom <= 0 || box.top >= clientHeight) return []
    const scrollsSideways = (ancestor: Element | null): boolean =>
      ancestor !== null && (ancestor.scrollWidth > ancestor.clientWidth + 1 || scrollsSideways(ancestor.parentElement))
    // Rows that scroll sideways and the player's seek bar extend to the screen's edge on purpose.
    if (element.matches('[type=range]') || scrollsSideways(element.parentElement)) return []
    // A clipped element is not visible at the edge.
    if (getComputedStyle(element).clipPath !== 'none') return []
    const isUnderSide = box.left < inset('left') - 1 || box.right > clientWidth - inset('right') + 1
    const isUnderTop = box.top < inset('top') - 1 && (isFixed(element) || scrollY === 0)
    const isUnderBottom = isFixed(element) && box.bottom > clientHeight - inset('bottom') + 1 && box.height < 200
    const label = (element.getAttribute('aria-label') ?? element.textContent ?? element.tagName).trim().slice(0, 40)
    if (element.matches('.visually-hidden, .skip-link, .visually-hidden *')) return []
    return [
      ...(isUnderSide ? [`under the side inset: ${label}`] : []),
      ...(isUnderTop && !dialog ? [`under the top inset: ${label}`] : []),
      ...(isUnderBottom && !dialog ? [`under the bottom inset: ${label}`] : []),
    ]
  })
  return [...new Set(found), ...(scrollWidth > clientWidth ? [`overflows by ${scrollWidth - clientWidth} px`] : [])]
}

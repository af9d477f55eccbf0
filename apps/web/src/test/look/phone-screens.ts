import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { allShots } from './all-shots.ts'
import { bringOnPhone, type PhoneLook } from './on-phone.ts'
import type { Shot } from './shot.ts'
import { wholePage } from './steps.ts'

/**
 * `npm run screenshots -- --phone [PART] [--out FOLDER]`: the main screens of the app as phones have it, upright, lying, on a
 * tablet and at twice the size of type, in light and dark, with what the system puts over the edges told to the page. What stands
 * under an edge is a fault; ends with 1 where there is any. With `--stores`: in the sizes that the stores ask for.
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
const ofStores = ['detail', 'detail-playing', 'player-sheet', 'popular', 'schedule-full']

const upright = { width: 390, height: 844, insets: { top: 47, bottom: 34 } }
const looks: Record<string, Omit<PhoneLook, 'theme'>> = {
  upright,
  lying: { width: 844, height: 390, insets: { left: 47, right: 47, bottom: 21 } },
  tablet: { width: 1024, height: 1366, insets: { top: 24, bottom: 20 } },
  large: { ...upright, text: 200 },
}
/** What App Store Connect and the Play Console take, in CSS pixels and how many pixels of the picture each has. */
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
const wanted = (isForStores ? ofStores : screens).filter(name => name.includes(part))
const work = wanted.flatMap(name =>
  Object.entries(isForStores ? stores : looks).flatMap(([size, look]) =>
    (['light', 'dark'] as const).map(theme => ({ name, size, look: { ...look, theme } })),
  ),
)
const count = work.length
let faults = 0
await Promise.all(Array.from({ length: 2 }, next))
await browser.close()
console.log(`${count} pictures, ${faults} faults: ${out}`)
process.exitCode = faults === 0 && count > 0 ? 0 : 1

async function next(): Promise<void> {
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
    return await bringOnPhone(browser, shot, look, async page => {
      await page.screenshot({ path: file })
      return isForStores ? [] : await page.evaluate(underEdges)
    })
  } catch (error) {
    return [`could not be taken: ${error instanceof Error ? error.message : error}`]
  }
}

function shotOf(name: string): Shot {
  const shot = allShots.find(each => each.name === name)
  if (!shot) throw new Error(`There is no shot "${name}"`)
  // What makes the window as high as the page would take away its edges.
  return { ...shot, ...(shot.prepare === wholePage ? { prepare: () => Promise.resolve() } : {}) }
}

/** Words and controls of what is fixed, or of the page's beginning, that stand under an edge; and what is wider than the screen. */
function underEdges(): string[] {
  const style = getComputedStyle(document.documentElement)
  const inset = (side: string) => Number.parseFloat(style.getPropertyValue(`--safe-area-inset-${side}`)) || 0
  const { clientWidth, clientHeight, scrollWidth } = document.documentElement
  const isStill = (element: Element | null): boolean =>
    element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || isStill(element.parentElement))
  const dialog = document.querySelector('dialog[open]')
  const found = [...(dialog ?? document).querySelectorAll('button, a, input, h1, h2, p, label')].flatMap(element => {
    const box = element.getBoundingClientRect()
    const isSeen = box.width > 1 && box.height > 1 && element.checkVisibility({ opacityProperty: true })
    if (!isSeen || box.bottom <= 0 || box.top >= clientHeight) return []
    const scrolls = (above: Element | null): boolean =>
      above !== null && (above.scrollWidth > above.clientWidth + 1 || scrolls(above.parentElement))
    // A row that is scrolled sideways goes out under the edge, and the player's bar lies along all of it.
    if (element.matches('[type=range]') || scrolls(element.parentElement)) return []
    // What is cut away at its side is not seen there.
    if (getComputedStyle(element).clipPath !== 'none') return []
    const isAside = box.left < inset('left') - 1 || box.right > clientWidth - inset('right') + 1
    const isAbove = box.top < inset('top') - 1 && (isStill(element) || scrollY === 0)
    const isBelow = isStill(element) && box.bottom > clientHeight - inset('bottom') + 1 && box.height < 200
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? element.tagName).trim().slice(0, 40)
    if (element.matches('.visually-hidden, .skip-link, .visually-hidden *')) return []
    return [
      ...(isAside ? [`stands under the side: ${words}`] : []),
      ...(isAbove && !dialog ? [`stands under the top: ${words}`] : []),
      ...(isBelow && !dialog ? [`stands under the bottom: ${words}`] : []),
    ]
  })
  return [...new Set(found), ...(scrollWidth > clientWidth ? [`overflows by ${scrollWidth - clientWidth} px`] : [])]
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.ts'

type Theme = 'light' | 'dark'
type Colour = Record<Theme, string>

/** Colour pairs and their required contrast: 4.5 for text, 3 for meaningful lines and graphics (WCAG 2.2, 1.4.3 and 1.4.11). */
const pairs: readonly [ink: string, ground: string, needs: 3 | 4.5][] = [
  ...['bg', 'surface', 'surface-2'].flatMap((ground): [string, string, 4.5][] => [
    ['text', ground, 4.5],
    ['text-2', ground, 4.5],
    ['primary-text', ground, 4.5],
    ['danger', ground, 4.5],
    ['secondary-text', ground, 4.5],
    ['success', ground, 4.5],
  ]),
  ['on-primary', 'primary', 4.5],
  ['on-primary', 'primary-hover', 4.5],
  ['on-secondary', 'secondary', 4.5],
  ['primary-text', 'primary-soft', 4.5],
  ['text', 'primary-soft', 4.5],
  ['text', 'secondary-soft', 4.5],
  ['secondary-text', 'secondary-soft', 4.5],
  ['text', 'mark', 4.5],
  ['text', 'mark-word', 4.5],
  ['secondary-graphic', 'bg', 3],
  ['border-strong', 'bg', 3],
  ['border-strong', 'surface', 3],
  ['focus', 'bg', 3],
  ['focus', 'surface', 3],
]

export interface Contrast {
  foreground: string
  background: string
  theme: Theme
  required: number
  actual: number
}

const themes = ['light', 'dark'] as const

/** The contrast of every pair in both themes. `more` uses the colours for `prefers-contrast: more`, where text needs 7. */
export function computeContrasts(more = false): Contrast[] {
  const { plain, raised } = tokens()
  const colours = more ? { ...plain, ...raised } : plain
  return pairs.flatMap(([foreground, background, required]) =>
    themes.map(theme => ({
      foreground,
      background,
      theme,
      required: more && required === 4.5 && foreground !== 'on-secondary' ? 7 : required,
      actual: contrast(colours[foreground]![theme], colours[background]![theme]),
    })),
  )
}

/** The colour table of docs/design.md. */
export function generateTokenTable(): string {
  const { plain } = tokens()
  const rows = Object.entries(plain).map(([name, { light, dark }]) => {
    const on = computeContrasts().filter(({ foreground }) => foreground === name)
    const minimumContrast = (theme: Theme) => {
      const ratios = on.filter(pair => pair.theme === theme).map(({ actual }) => actual)
      return ratios.length === 0 ? '–' : Math.min(...ratios).toFixed(1)
    }
    const grounds = [...new Set(on.map(({ background }) => background))].join(', ') || '–'
    return `| \`--${name}\` | \`${light}\` | \`${dark}\` | ${grounds} | ${minimumContrast('light')} | ${minimumContrast('dark')} |`
  })
  return [
    '| token | light | dark | backgrounds | minimum contrast, light | dark |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

const mark = { from: '<!-- tokens: written by `npm run docs` -->', to: '<!-- end of tokens -->' }

/** docs/design.md with the colour table generated from tokens.css. */
export function generateDesignPage(): string {
  const page = readFileSync(path.join(root, 'docs/design.md'), 'utf8')
  const [before, rest] = page.split(mark.from)
  const after = rest?.split(mark.to)[1]
  if (after === undefined)
    throw new Error(`docs/design.md must contain “${mark.from}” and “${mark.to}” around its table.`)
  return `${before}${mark.from}\n\n${generateTokenTable()}\n\n${mark.to}${after}`
}

function tokens(): { plain: Record<string, Colour>; raised: Record<string, Colour> } {
  const sheet = readFileSync(path.join(root, 'apps/web/src/ui/tokens.css'), 'utf8')
  const [plain = '', raised = ''] = sheet.split('@media (prefers-contrast: more)')
  return { plain: parseColours(plain), raised: parseColours(raised) }
}

function parseColours(sheet: string): Record<string, Colour> {
  const found = [...sheet.matchAll(/--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g)]
  return Object.fromEntries(
    found.map(([, name, light, dark, both]) => [name!, { light: light ?? both!, dark: dark ?? both! }]),
  )
}

/** The contrast ratio as defined in WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

function luminance(colour: string): number {
  const digits = colour.length === 4 ? [...colour.slice(1)].map(digit => digit + digit) : colour.slice(1).match(/../g)!
  const [red, green, blue] = digits
    .map(pair => Number.parseInt(pair, 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

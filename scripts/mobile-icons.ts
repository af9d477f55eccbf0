import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { mobile } from '../apps/web/build/phone-app.ts'
import { root } from './root.ts'

/** Everything that is drawn for the phones, by its place in `apps/mobile`: a square of `size` pixels each. */
export interface Picture {
  file: string
  size: number
  svg: string
  /** The stores refuse an icon through which something could be seen. */
  isOpaque?: boolean
}

const web = 'apps/web/public/icon.svg'
const source = readFileSync(path.join(root, web), 'utf8')

/** The parts of the one drawing: a square of colour, and white shapes on it. */
const parts = {
  gradient: part(/<linearGradient[\s\S]*<\/linearGradient>/),
  square: part(/<rect [^>]*\/>/),
  shapes: [...source.matchAll(/<path [^>]*\/>/g)].map(([text]) => text).join(''),
}
/** Of the drawing, which is 64 units wide; and where the middle of its shapes is. */
const units = 64
const middle = { x: 33, y: 32 }

const dark = { background: '#161110', start: '#ff6b6b', end: '#ffa040' }

/** How many pixels a dp has. */
const densities = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 }

const resources = 'android/app/src/main/res'
const assets = 'ios/App/App/Assets.xcassets'

export const pictures: Picture[] = [
  ...Object.entries(densities).flatMap(([density, scale]): Picture[] => {
    const drawn = (folder: string, name: string, dp: number, svg: string): Picture => ({
      file: `${resources}/${folder}-${density}/${name}.png`,
      size: dp * scale,
      svg,
    })
    return [
      // Before Android 8: the whole icon, as a square with round corners and as a disc.
      drawn('mipmap', 'ic_launcher', 48, icon({ side: 0.83 })),
      drawn('mipmap', 'ic_launcher_round', 48, icon({ side: 0.92, isRound: true })),
      // Of 108 dp the launcher shows 72 at most, and is sure to show a disc of 66.
      drawn('mipmap', 'ic_launcher_foreground', 108, shapesAlone({ width: 62 / 108 })),
      drawn('mipmap', 'ic_launcher_monochrome', 108, shapesAlone({ width: 62 / 108 })),
      drawn('drawable', 'ic_notification', 24, shapesAlone({ width: 31 / 24 })),
      // Of 288 dp the system shows the disc of 192 in the middle.
      drawn('drawable', 'splash_icon', 288, icon({ side: 128 / 288 })),
    ]
  }),
  { file: `${assets}/AppIcon.appiconset/AppIcon.png`, size: 1024, svg: iconOfApple('colour'), isOpaque: true },
  { file: `${assets}/AppIcon.appiconset/AppIcon-dark.png`, size: 1024, svg: iconOfApple('dark'), isOpaque: true },
  { file: `${assets}/AppIcon.appiconset/AppIcon-tinted.png`, size: 1024, svg: iconOfApple('tinted'), isOpaque: true },
  ...[1, 2, 3].map(
    (scale): Picture => ({
      file: `${assets}/Splash.imageset/Splash@${scale}x.png`,
      size: 128 * scale,
      svg: icon({ side: 1 }),
    }),
  ),
  // What the stores show; not part of the apps.
  { file: 'store/icon-google-play.png', size: 512, svg: iconOfApple('colour'), isOpaque: true },
]

/** The same bytes from the same drawing, wherever it is run. */
export async function draw({ svg, size, isOpaque }: Picture): Promise<Buffer> {
  const image = sharp(Buffer.from(svg), { density: (72 * size) / units }).resize(size, size)
  return (isOpaque ? image.removeAlpha() : image).png({ compressionLevel: 9, palette: false }).toBuffer()
}

/** The whole icon in the middle of a see-through square, `side` of it wide. */
function icon({ side, isRound = false }: { side: number; isRound?: boolean }): string {
  const square = isRound ? parts.square.replace(/rx="\d+"/, `rx="${units / 2}"`) : parts.square
  return canvas(placed(side, `${square}${isRound ? scaled(0.85) : parts.shapes}`), parts.gradient)
}

/** The white shapes alone; what the drawing measures in all is `width` of the square. */
function shapesAlone({ width }: { width: number }): string {
  return canvas(scaled(width))
}

function iconOfApple(look: 'colour' | 'dark' | 'tinted'): string {
  const whole = `<rect width="${units}" height="${units}"`
  switch (look) {
    case 'colour':
      return canvas(`${whole} fill="url(#g)"/>${scaled(0.95)}`, parts.gradient)
    case 'dark': {
      const gradient = parts.gradient.replace(/#c62828/, dark.start).replace(/#e8590c/, dark.end)
      return canvas(
        `${whole} fill="${dark.background}"/>${scaled(0.95).replaceAll('#fff', 'url(#g)')}`,
        // Across the whole drawing, not across each shape of it.
        gradient.replace(
          'x1="0" y1="0" x2="1" y2="1"',
          'gradientUnits="userSpaceOnUse" x1="12" y1="12" x2="52" y2="52"',
        ),
      )
    }
    case 'tinted':
      return canvas(`${whole} fill="#000"/>${scaled(0.95)}`)
  }
}

function scaled(factor: number): string {
  const place = `translate(${units / 2} ${units / 2}) scale(${factor}) translate(${-middle.x} ${-middle.y})`
  return `<g transform="${place}">${parts.shapes}</g>`
}

function placed(side: number, content: string): string {
  const margin = (units * (1 - side)) / 2
  return `<g transform="translate(${margin} ${margin}) scale(${side})">${content}</g>`
}

function canvas(content: string, definitions = ''): string {
  const size = `viewBox="0 0 ${units} ${units}" width="${units}" height="${units}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${definitions}</defs>${content}</svg>`
}

function part(pattern: RegExp): string {
  const [found] = pattern.exec(source) ?? []
  if (!found) throw new Error(`${web} has no ${pattern.source}`)
  return found
}

/** `npm run mobile:icons`: draws the icons and opening pictures of the phone apps from the icon of the web app. */
if (import.meta.main) {
  for (const picture of pictures) {
    const file = path.join(mobile, picture.file)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, await draw(picture))
  }
  console.log(`${pictures.length} pictures drawn from ${web}.`)
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { mobile } from '../apps/web/build/phone-app.ts'
import { root } from './root.ts'

/** A generated picture: a square PNG of `size` pixels. `file` is relative to `apps/mobile`. */
export interface Picture {
  file: string
  size: number
  svg: string
  /** Stores reject icons with transparency. */
  isOpaque?: boolean
}

const web = 'apps/web/public/icon.svg'
const source = readFileSync(path.join(root, web), 'utf8')

/** The parts of the web icon: a coloured square with white shapes on it. */
const parts = {
  gradient: findPart(/<linearGradient[\s\S]*<\/linearGradient>/),
  square: findPart(/<rect [^>]*\/>/),
  shapes: [...source.matchAll(/<path [^>]*\/>/g)].map(([text]) => text).join(''),
}
/** Width of the drawing, and the centre of its shapes. */
const units = 64
const middle = { x: 33, y: 32 }

const dark = { background: '#161110', start: '#ff6b6b', end: '#ffa040' }

/** Pixels per dp. */
const densities = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 }

const resources = 'android/app/src/main/res'
const assets = 'ios/App/App/Assets.xcassets'

export const pictures: Picture[] = [
  ...Object.entries(densities).flatMap(([density, scale]): Picture[] => {
    const createPicture = (folder: string, name: string, dp: number, svg: string): Picture => ({
      file: `${resources}/${folder}-${density}/${name}.png`,
      size: dp * scale,
      svg,
    })
    return [
      // Before Android 8: the complete icon, as a rounded square and as a circle.
      createPicture('mipmap', 'ic_launcher', 48, drawIcon({ side: 0.83 })),
      createPicture('mipmap', 'ic_launcher_round', 48, drawIcon({ side: 0.92, isRound: true })),
      // Of 108 dp the launcher shows at most 72 and always the inner circle of 66.
      createPicture('mipmap', 'ic_launcher_foreground', 108, drawShapes({ width: 62 / 108 })),
      createPicture('mipmap', 'ic_launcher_monochrome', 108, drawShapes({ width: 62 / 108 })),
      createPicture('drawable', 'ic_notification', 24, drawShapes({ width: 31 / 24 })),
      // Of 288 dp the system shows the inner circle of 192.
      createPicture('drawable', 'splash_icon', 288, drawIcon({ side: 128 / 288 })),
    ]
  }),
  { file: `${assets}/AppIcon.appiconset/AppIcon.png`, size: 1024, svg: appStoreIcon('colour'), isOpaque: true },
  { file: `${assets}/AppIcon.appiconset/AppIcon-dark.png`, size: 1024, svg: appStoreIcon('dark'), isOpaque: true },
  { file: `${assets}/AppIcon.appiconset/AppIcon-tinted.png`, size: 1024, svg: appStoreIcon('tinted'), isOpaque: true },
  ...[1, 2, 3].map(
    (scale): Picture => ({
      file: `${assets}/Splash.imageset/Splash@${scale}x.png`,
      size: 128 * scale,
      svg: drawIcon({ side: 1 }),
    }),
  ),
  // For the store listing, not part of the app.
  { file: 'store/icon-google-play.png', size: 512, svg: appStoreIcon('colour'), isOpaque: true },
]

/** Renders a picture. The same drawing gives the same bytes on every machine. */
export async function renderPicture({ svg, size, isOpaque }: Picture): Promise<Buffer> {
  const image = sharp(Buffer.from(svg), { density: (72 * size) / units }).resize(size, size)
  return (isOpaque ? image.removeAlpha() : image).png({ compressionLevel: 9, palette: false }).toBuffer()
}

/** The complete icon, centred in a transparent square. `side` is its share of the width. */
function drawIcon({ side, isRound = false }: { side: number; isRound?: boolean }): string {
  const square = isRound ? parts.square.replace(/rx="\d+"/, `rx="${units / 2}"`) : parts.square
  return canvas(placeContent(side, `${square}${isRound ? scaleShapes(0.85) : parts.shapes}`), parts.gradient)
}

/** Only the white shapes. `width` is the share of the square that the complete drawing would fill. */
function drawShapes({ width }: { width: number }): string {
  return canvas(scaleShapes(width))
}

function appStoreIcon(look: 'colour' | 'dark' | 'tinted'): string {
  const background = `<rect width="${units}" height="${units}"`
  switch (look) {
    case 'colour':
      return canvas(`${background} fill="url(#g)"/>${scaleShapes(0.95)}`, parts.gradient)
    case 'dark': {
      const gradient = parts.gradient.replace(/#c62828/, dark.start).replace(/#e8590c/, dark.end)
      return canvas(
        `${background} fill="${dark.background}"/>${scaleShapes(0.95).replaceAll('#fff', 'url(#g)')}`,
        // One gradient across the drawing instead of one per shape.
        gradient.replace(
          'x1="0" y1="0" x2="1" y2="1"',
          'gradientUnits="userSpaceOnUse" x1="12" y1="12" x2="52" y2="52"',
        ),
      )
    }
    case 'tinted':
      return canvas(`${background} fill="#000"/>${scaleShapes(0.95)}`)
  }
}

function scaleShapes(factor: number): string {
  const transform = `translate(${units / 2} ${units / 2}) scale(${factor}) translate(${-middle.x} ${-middle.y})`
  return `<g transform="${transform}">${parts.shapes}</g>`
}

function placeContent(side: number, content: string): string {
  const margin = (units * (1 - side)) / 2
  return `<g transform="translate(${margin} ${margin}) scale(${side})">${content}</g>`
}

function canvas(content: string, definitions = ''): string {
  const size = `viewBox="0 0 ${units} ${units}" width="${units}" height="${units}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${definitions}</defs>${content}</svg>`
}

function findPart(pattern: RegExp): string {
  const [found] = pattern.exec(source) ?? []
  if (!found) throw new Error(`${web} does not match ${pattern}.`)
  return found
}

/** `npm run mobile:icons`: draws the icons and splash screens of the phone apps from the icon of the web app. */
if (import.meta.main) {
  for (const picture of pictures) {
    const file = path.join(mobile, picture.file)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, await renderPicture(picture))
  }
  console.log(`Drew ${pictures.length} pictures from ${web}.`)
}

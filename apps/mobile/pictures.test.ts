import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { draw, pictures } from '../../scripts/mobile-icons.ts'
import { mobile } from '../web/build/phone-app.ts'
import { all, committed, json, plist, read, xml } from './test/files.ts'

const look = (file: string) => sharp(path.join(mobile, file))

describe('the pictures of the apps', () => {
  test.each(pictures.map(picture => [picture.file, picture] as const))(
    '%s is what `npm run mobile:icons` draws',
    async (file, picture) => {
      const { width, height, hasAlpha } = await look(file).metadata()
      expect([width, height]).toEqual([picture.size, picture.size])
      expect(hasAlpha).toBe(!picture.isOpaque)
      const [drawn, kept] = await Promise.all([
        sharp(await draw(picture))
          .raw()
          .toBuffer(),
        look(file).raw().toBuffer(),
      ])
      // Processors round differently, by less than anybody sees.
      expect(drawn.length).toBe(kept.length)
      expect(drawn.findIndex((value, at) => Math.abs(value - kept[at]!) > 3)).toBe(-1)
    },
  )

  it('are all there are', () => {
    const kept = committed().filter(name => /\.(png|jpe?g|webp)$/.test(name) && !name.startsWith('store/screenshots/'))
    expect(kept.toSorted()).toEqual(pictures.map(({ file }) => file).toSorted())
  })

  it('are on Android there in every density that the manifest and the themes may be shown in', () => {
    const named = [...read('android/app/src/main/AndroidManifest.xml').matchAll(/@((?:mipmap|drawable)\/\w+)/g)]
    const ofIcon = [...read('android/app/src/main/res/mipmap-anydpi-v26/ic_launcher.xml').matchAll(/@(mipmap\/\w+)/g)]
    const wanted = [...named, ...ofIcon].map(([, name]) => name!.split('/') as [string, string])
    expect(wanted.length).toBe(5)
    for (const [kind, name] of [...wanted, ['drawable', 'splash_icon'] as const])
      for (const density of ['mdpi', 'hdpi', 'xhdpi', 'xxhdpi', 'xxxhdpi'])
        expect(pictures.map(({ file }) => file)).toContain(`android/app/src/main/res/${kind}-${density}/${name}.png`)
  })

  it('are on Android one icon of three layers, also the round one and the one in one colour', () => {
    for (const name of ['ic_launcher', 'ic_launcher_round']) {
      const icon = xml(read(`android/app/src/main/res/mipmap-anydpi-v26/${name}.xml`))
      const layers = [...icon.childNodes].flatMap(node => ('tagName' in node ? [String(node.tagName)] : []))
      expect(layers).toEqual(['background', 'foreground', 'monochrome'])
    }
  })

  it('are on iOS one icon in three looks, without holes, and the catalogue names all of them', async () => {
    const { images } = json('ios/App/App/Assets.xcassets/AppIcon.appiconset/Contents.json') as {
      images: { filename: string; size: string; appearances?: { value: string }[] }[]
    }
    expect(images.map(({ appearances }) => appearances?.[0]?.value)).toEqual([undefined, 'dark', 'tinted'])
    for (const { filename, size } of images) {
      expect(size).toBe('1024x1024')
      const { width, hasAlpha } = await look(`ios/App/App/Assets.xcassets/AppIcon.appiconset/${filename}`).metadata()
      expect([width, hasAlpha]).toEqual([1024, false])
    }
  })

  it('have no colour where the system paints them: the sign of push messages and the icon in one colour', async () => {
    for (const name of ['drawable-xxxhdpi/ic_notification', 'mipmap-xxxhdpi/ic_launcher_monochrome']) {
      const { data } = await look(`android/app/src/main/res/${name}.png`).raw().toBuffer({ resolveWithObject: true })
      const painted = new Set<string>()
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3]! > 0) painted.add(data.subarray(at, at + 3).toString('hex'))
      expect([...painted]).toEqual(['ffffff'])
    }
  })

  it('stay within what every launcher shows: a disc of 66 of 108 dp', async () => {
    const { data, info } = await look('android/app/src/main/res/mipmap-xxxhdpi/ic_launcher_foreground.png')
      .raw()
      .toBuffer({ resolveWithObject: true })
    let farthest = 0
    for (let y = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++)
        if (data[(y * info.width + x) * 4 + 3]! > 127)
          farthest = Math.max(farthest, Math.hypot(x + 0.5 - info.width / 2, y + 0.5 - info.height / 2))
    expect(farthest).toBeLessThan((info.width / 108) * 33)
    expect(farthest).toBeGreaterThan((info.width / 108) * 22)
  })
})

describe('while the app opens', () => {
  const light = '#FFFBF9'
  const dark = '#161110'

  test('Android shows the icon on the colour of the page, by day and by night', () => {
    const colour = (folder: string) =>
      all(xml(read(`android/app/src/main/res/${folder}/colors.xml`)), 'color').find(
        one => one.getAttribute('name') === 'background',
      )?.textContent
    expect([colour('values'), colour('values-night')]).toEqual([light, dark])
    const styles = read('android/app/src/main/res/values/styles.xml')
    expect(styles).toContain('<item name="windowSplashScreenBackground">@color/background</item>')
    expect(styles).toContain('<item name="postSplashScreenTheme">@style/AppTheme.NoActionBar</item>')
  })

  test('iOS shows the same', () => {
    const { colors } = json('ios/App/App/Assets.xcassets/Background.colorset/Contents.json') as {
      colors: { color: { components: Record<string, string> } }[]
    }
    expect(
      colors.map(({ color: { components } }) =>
        ['red', 'green', 'blue'].map(part => components[part]!.replace('0x', '')).join(''),
      ),
    ).toEqual([light.slice(1), dark.slice(1)])
    const storyboard = xml(read('ios/App/App/Base.lproj/LaunchScreen.storyboard'))
    expect(all(storyboard, 'imageView')[0]!.getAttribute('image')).toBe('Splash')
    expect(all(storyboard, 'color')[0]!.getAttribute('name')).toBe('Background')
    expect(plist('ios/App/App/Info.plist').UILaunchStoryboardName).toBe('LaunchScreen')
  })

  test('both are the colours of the page itself', () => {
    const tokens = read('../web/src/ui/tokens.css').toUpperCase()
    for (const colour of [light, dark]) expect(tokens).toContain(colour)
  })
})

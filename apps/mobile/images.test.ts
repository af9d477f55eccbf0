import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { pictures, renderPicture } from '../../scripts/mobile-icons.ts'
import { mobile } from '../web/build/phone-app.ts'
import { committedFiles, elementsByTag, json, plist, read, xml } from './test/files.ts'

const open = (file: string) => sharp(path.join(mobile, file))

describe('images of the phone apps', () => {
  test.each(pictures.map(picture => [picture.file, picture] as const))(
    'the image %s matches what `npm run mobile:icons` draws',
    async (file, picture) => {
      const { width, height, hasAlpha } = await open(file).metadata()
      expect([width, height]).toEqual([picture.size, picture.size])
      expect(hasAlpha).toBe(!picture.isOpaque)
      const [drawn, committedPixels] = await Promise.all([
        sharp(await renderPicture(picture))
          .raw()
          .toBuffer(),
        open(file).raw().toBuffer(),
      ])
      // Processors round differently, by an invisible amount.
      expect(drawn.length).toBe(committedPixels.length)
      expect(drawn.findIndex((value, index) => Math.abs(value - committedPixels[index]!) > 3)).toBe(-1)
    },
  )

  it('all committed images of the phone apps are generated ones', () => {
    const images = committedFiles().filter(
      name => /\.(png|jpe?g|webp)$/.test(name) && !name.startsWith('store/screenshots/'),
    )
    expect(images.toSorted()).toEqual(pictures.map(({ file }) => file).toSorted())
  })

  it('every Android icon exists in every density', () => {
    const ofManifest = [...read('android/app/src/main/AndroidManifest.xml').matchAll(/@((?:mipmap|drawable)\/\w+)/g)]
    const ofIcon = [...read('android/app/src/main/res/mipmap-anydpi-v26/ic_launcher.xml').matchAll(/@(mipmap\/\w+)/g)]
    const icons = [...ofManifest, ...ofIcon].map(([, name]) => name!.split('/') as [string, string])
    expect(icons.length).toBe(5)
    for (const [kind, name] of [...icons, ['drawable', 'splash_icon'] as const])
      for (const density of ['mdpi', 'hdpi', 'xhdpi', 'xxhdpi', 'xxxhdpi'])
        expect(pictures.map(({ file }) => file)).toContain(`android/app/src/main/res/${kind}-${density}/${name}.png`)
  })

  it('both Android launcher icons have a background, foreground and monochrome layer', () => {
    for (const name of ['ic_launcher', 'ic_launcher_round']) {
      const icon = xml(read(`android/app/src/main/res/mipmap-anydpi-v26/${name}.xml`))
      const layers = [...icon.childNodes].flatMap(node => ('tagName' in node ? [String(node.tagName)] : []))
      expect(layers).toEqual(['background', 'foreground', 'monochrome'])
    }
  })

  it('the iOS icon has an opaque light, dark and tinted version, all listed in its catalog', async () => {
    const { images } = json('ios/App/App/Assets.xcassets/AppIcon.appiconset/Contents.json') as {
      images: { filename: string; size: string; appearances?: { value: string }[] }[]
    }
    expect(images.map(({ appearances }) => appearances?.[0]?.value)).toEqual([undefined, 'dark', 'tinted'])
    for (const { filename, size } of images) {
      expect(size).toBe('1024x1024')
      const { width, hasAlpha } = await open(`ios/App/App/Assets.xcassets/AppIcon.appiconset/${filename}`).metadata()
      expect([width, hasAlpha]).toEqual([1024, false])
    }
  })

  it('the Android notification icon and monochrome icon are white only, because the system colors them', async () => {
    for (const name of ['drawable-xxxhdpi/ic_notification', 'mipmap-xxxhdpi/ic_launcher_monochrome']) {
      const { data } = await open(`android/app/src/main/res/${name}.png`).raw().toBuffer({ resolveWithObject: true })
      const colors = new Set<string>()
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3]! > 0) colors.add(data.subarray(at, at + 3).toString('hex'))
      expect([...colors]).toEqual(['ffffff'])
    }
  })

  it('the Android foreground icon fits the area every launcher shows: a disc of 66 of 108 dp', async () => {
    const { data, info } = await open('android/app/src/main/res/mipmap-xxxhdpi/ic_launcher_foreground.png')
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

describe('splash screens', () => {
  const light = '#FFFBF9'
  const dark = '#161110'

  test('the Android splash screen has the page’s background color in light and dark mode', () => {
    const color = (folder: string) =>
      elementsByTag(xml(read(`android/app/src/main/res/${folder}/colors.xml`)), 'color').find(
        one => one.getAttribute('name') === 'background',
      )?.textContent
    expect([color('values'), color('values-night')]).toEqual([light, dark])
    const styles = read('android/app/src/main/res/values/styles.xml')
    expect(styles).toContain('<item name="windowSplashScreenBackground">@color/background</item>')
    expect(styles).toContain('<item name="postSplashScreenTheme">@style/AppTheme.NoActionBar</item>')
  })

  test('the iOS splash screen has the same colors as on Android', () => {
    const { colors } = json('ios/App/App/Assets.xcassets/Background.colorset/Contents.json') as {
      colors: { color: { components: Record<string, string> } }[]
    }
    expect(
      colors.map(({ color: { components } }) =>
        ['red', 'green', 'blue'].map(part => components[part]!.replace('0x', '')).join(''),
      ),
    ).toEqual([light.slice(1), dark.slice(1)])
    const storyboard = xml(read('ios/App/App/Base.lproj/LaunchScreen.storyboard'))
    expect(elementsByTag(storyboard, 'imageView')[0]!.getAttribute('image')).toBe('Splash')
    expect(elementsByTag(storyboard, 'color')[0]!.getAttribute('name')).toBe('Background')
    expect(plist('ios/App/App/Info.plist').UILaunchStoryboardName).toBe('LaunchScreen')
  })

  test('the splash screen colors are those of the web page', () => {
    const tokens = read('../web/src/ui/tokens.css').toUpperCase()
    for (const color of [light, dark]) expect(tokens).toContain(color)
  })
})

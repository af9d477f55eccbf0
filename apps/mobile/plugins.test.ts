import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { patched, patches } from '../../scripts/mobile-plugins.ts'
import { plugins, read, root } from './test/files.ts'

describe('every plug-in of package.json, and no other,', () => {
  test('is part of the Android project', () => {
    const wanted = plugins()
      .filter(({ android }) => android)
      .map(({ name }) => gradleName(name))
      .toSorted()
    const included = [...read('android/capacitor.settings.gradle').matchAll(/^include ':(.+)'$/gm)].map(
      ([, name]) => name!,
    )
    expect(included.toSorted()).toEqual(['capacitor-android', ...wanted].toSorted())
    const built = [...read('android/app/capacitor.build.gradle').matchAll(/implementation project\(':(.+)'\)/g)]
    expect(built.map(([, name]) => name!).toSorted()).toEqual(wanted)
    expect(wanted).toHaveLength(17)
  })

  test('is part of the iOS project, in the version of Capacitor that is installed', () => {
    const swift = read('ios/App/CapApp-SPM/Package.swift')
    const paths = [...swift.matchAll(/\.package\(name: "\w+", path: "(.+)"\)/g)].map(([, one]) => one!)
    const wanted = plugins().filter(({ ios }) => ios)
    expect(paths.map(one => one.replace(/^.*node_modules\//, '')).toSorted()).toEqual(
      wanted.map(({ name }) => name).toSorted(),
    )
    const products = [...swift.matchAll(/\.product\(name: "(\w+)", package: "(\w+)"\)/g)]
    expect(products.map(([, name, from]) => [name, name === from])).toHaveLength(wanted.length)
    const { version } = JSON.parse(
      readFileSync(path.join(wanted[0]!.folder, '../../@capacitor/ios/package.json'), 'utf8'),
    ) as { version: string }
    expect(swift).toContain(`capacitor-swift-pm.git", exact: "${version}"`)
  })

  it('has a folder of another name than the others: Swift packages are told apart by it', () => {
    const folders = plugins().map(({ folder }) => path.basename(folder))
    expect(new Set(folders).size).toBe(folders.length)
  })
})

describe('what `npm run mobile:sync` mends in plug-ins', () => {
  const ofSession = patches.find(({ file }) => file.endsWith('MediaSessionService.java'))!

  it.each(patches)('is still to be found in $file, and is mended once', patch => {
    const mended = patched(readFileSync(path.join(root, 'node_modules', patch.file), 'utf8'), patch)
    expect(mended.split(patch.to)).toHaveLength(2)
    expect(patched(mended, patch)).toBe(mended)
    expect(() => patched('class Another {}', patch)).toThrow(/look whether it still must/)
  })

  it('gives the session of the lock screen back with each sound, of which Android allows a hundred', () => {
    const mended = patched(readFileSync(path.join(root, 'node_modules', ofSession.file), 'utf8'), ofSession)
    expect(/void destroy\(\) \{(.*?)\n {4}\}/s.exec(mended)![1]).toContain('mediaSession.release();')
    // What is told once more of one that has gone finds it still there.
    expect(mended).not.toContain('mediaSession = null')
  })

  it('makes a key of one action for each button of the notice: of two at once Android makes none', () => {
    const all = patches.filter(({ file }) => file === ofSession.file)
    const mended = all.reduce(patched, readFileSync(path.join(root, 'node_modules', ofSession.file), 'utf8'))
    const keys = [...mended.matchAll(/buildMediaButtonPendingIntent\(\s*this,\s*([^)]+?)\s*\)/g)].map(([, key]) => key!)
    expect(keys).toContain('PlaybackStateCompat.ACTION_PLAY')
    expect(keys).toContain('PlaybackStateCompat.ACTION_PAUSE')
    expect(keys.filter(key => key.includes('|'))).toEqual([])
  })

  it('shares with other apps only: from this one no answer would come back', () => {
    const ofShare = patches.find(({ file }) => file.endsWith('SharePlugin.java'))!
    const mended = patched(readFileSync(path.join(root, 'node_modules', ofShare.file), 'utf8'), ofShare)
    expect(mended).toMatch(/EXCLUDE_COMPONENTS.*getComponentName\(\)[\s\S]*startActivityForResult\(call, chooser/)
  })
})

/** As Capacitor names them: `@capacitor/app` is `capacitor-app`. */
const gradleName = (name: string): string => name.replace('@', '').replace('/', '-')

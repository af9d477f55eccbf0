import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { applyPatch, patches } from '../../scripts/mobile-plugins.ts'
import { plugins, read, root } from './test/files.ts'

describe('Capacitor plugins', () => {
  test('the Android project includes exactly the plugins of package.json', () => {
    const expected = plugins()
      .filter(({ android }) => android)
      .map(({ name }) => gradleName(name))
      .toSorted()
    const included = [...read('android/capacitor.settings.gradle').matchAll(/^include ':(.+)'$/gm)].map(
      ([, name]) => name!,
    )
    expect(included.toSorted()).toEqual(['capacitor-android', ...expected].toSorted())
    const built = [...read('android/app/capacitor.build.gradle').matchAll(/implementation project\(':(.+)'\)/g)]
    expect(built.map(([, name]) => name!).toSorted()).toEqual(expected)
    expect(expected).toHaveLength(17)
  })

  test('the iOS project includes exactly the plugins of package.json and the installed Capacitor version', () => {
    const swift = read('ios/App/CapApp-SPM/Package.swift')
    const paths = [...swift.matchAll(/\.package\(name: "\w+", path: "(.+)"\)/g)].map(([, one]) => one!)
    const expected = plugins().filter(({ ios }) => ios)
    expect(paths.map(one => one.replace(/^.*node_modules\//, '')).toSorted()).toEqual(
      expected.map(({ name }) => name).toSorted(),
    )
    const products = [...swift.matchAll(/\.product\(name: "(\w+)", package: "(\w+)"\)/g)]
    expect(products.map(([, name, from]) => [name, name === from])).toHaveLength(expected.length)
    const { version } = JSON.parse(
      readFileSync(path.join(expected[0]!.folder, '../../@capacitor/ios/package.json'), 'utf8'),
    ) as { version: string }
    expect(swift).toContain(`capacitor-swift-pm.git", exact: "${version}"`)
  })

  it('all plugin folders have different names, because Swift identifies packages by them', () => {
    const folders = plugins().map(({ folder }) => path.basename(folder))
    expect(new Set(folders).size).toBe(folders.length)
  })
})

describe('plugin patches of `npm run mobile:sync`', () => {
  const sessionPatch = patches.find(({ file }) => file.endsWith('MediaSessionService.java'))!

  it.each(patches)('the patch for $file still applies, and only once', patch => {
    const patchedSource = applyPatch(readFileSync(path.join(root, 'node_modules', patch.file), 'utf8'), patch)
    expect(patchedSource.split(patch.to)).toHaveLength(2)
    expect(applyPatch(patchedSource, patch)).toBe(patchedSource)
    expect(() => applyPatch('class Another {}', patch)).toThrow(/Check whether the patch is still needed/)
  })

  it('the patched media session plugin releases each session, because Android allows only a hundred', () => {
    const patchedSource = applyPatch(
      readFileSync(path.join(root, 'node_modules', sessionPatch.file), 'utf8'),
      sessionPatch,
    )
    expect(/void destroy\(\) \{(.*?)\n {4}\}/s.exec(patchedSource)![1]).toContain('mediaSession.release();')
    // Calls after the release must not hit null.
    expect(patchedSource).not.toContain('mediaSession = null')
  })

  it('the patched media notification sends one action per button, because Android ignores combined ones', () => {
    const all = patches.filter(({ file }) => file === sessionPatch.file)
    const patchedSource = all.reduce(
      applyPatch,
      readFileSync(path.join(root, 'node_modules', sessionPatch.file), 'utf8'),
    )
    const keys = [...patchedSource.matchAll(/buildMediaButtonPendingIntent\(\s*this,\s*([^)]+?)\s*\)/g)].map(
      ([, key]) => key!,
    )
    expect(keys).toContain('PlaybackStateCompat.ACTION_PLAY')
    expect(keys).toContain('PlaybackStateCompat.ACTION_PAUSE')
    expect(keys.filter(key => key.includes('|'))).toEqual([])
  })

  it('the patched share plugin excludes this app from the share sheet, because it would never get a result back', () => {
    const sharePatch = patches.find(({ file }) => file.endsWith('SharePlugin.java'))!
    const patchedSource = applyPatch(readFileSync(path.join(root, 'node_modules', sharePatch.file), 'utf8'), sharePatch)
    expect(patchedSource).toMatch(
      /EXCLUDE_COMPONENTS.*getComponentName\(\)[\s\S]*startActivityForResult\(call, chooser/,
    )
  })
})

/** Capacitor's Gradle name of a package: `@capacitor/app` becomes `capacitor-app`. */
const gradleName = (name: string): string => name.replace('@', '').replace('/', '-')

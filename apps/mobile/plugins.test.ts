import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { plugins, read } from './test/files.ts'

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

/** As Capacitor names them: `@capacitor/app` is `capacitor-app`. */
const gradleName = (name: string): string => name.replace('@', '').replace('/', '-')

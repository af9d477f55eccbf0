import path from 'node:path'
import { project } from 'xcode'
import { mobile } from '../../web/build/phone-app.ts'

/** An object as parsed by the `xcode` package. Strings keep their quotes. */
type Fields = Record<string, unknown>

const { rootObject, objects } = project(path.join(mobile, 'ios/App/App.xcodeproj/project.pbxproj')).parseSync().hash
  .project

export const objectsOf = (kind: string): Record<string, Fields> =>
  Object.fromEntries(
    Object.entries(objects[kind] ?? {}).filter((entry): entry is [string, Fields] => typeof entry[1] === 'object'),
  )

export const projectObject = (): Fields => objectsOf('PBXProject')[rootObject]!
export const unquoted = (text: unknown): string => String(text).replace(/^"|"$/g, '').replaceAll('\\"', '"')
export const allIds = (): Set<string> => new Set(Object.keys(objects).flatMap(kind => Object.keys(objectsOf(kind))))

const ids = (list: unknown): string[] => (list as { value: string }[]).map(({ value }) => value)

interface Target {
  id: string
  name: string
  kind: string
  phases: { kind: string; name: string; files: string[] }[]
  dependencies: string[]
  configurations: Configuration[]
}

interface Configuration {
  name: string
  /** Path of the xcconfig file it is based on. */
  base: string | undefined
  settings: Fields
}

export const targets = (): Target[] =>
  ids(projectObject().targets).map(id => {
    const target = objectsOf('PBXNativeTarget')[id]!
    return {
      id,
      name: unquoted(target.name),
      kind: unquoted(target.productType),
      phases: ids(target.buildPhases).map(phase),
      dependencies: ids(target.dependencies).map(dependency =>
        unquoted(objectsOf('PBXTargetDependency')[dependency]!.target),
      ),
      configurations: configurations(target.buildConfigurationList),
    }
  })

export const configurations = (list: unknown): Configuration[] =>
  ids(objectsOf('XCConfigurationList')[String(list)]!.buildConfigurations).map(id => {
    const { name, baseConfigurationReference, buildSettings } = objectsOf('XCBuildConfiguration')[id]!
    const base = objectsOf('PBXFileReference')[String(baseConfigurationReference)]
    return { name: unquoted(name), base: base && unquoted(base.path), settings: buildSettings as Fields }
  })

function phase(id: string): Target['phases'][number] {
  const kind = Object.keys(objects).find(name => /BuildPhase$/.test(name) && objectsOf(name)[id])!
  const { name, files } = objectsOf(kind)[id]!
  return { kind, name: unquoted(name), files: ids(files).map(fileOf) }
}

function fileOf(id: string): string {
  const { fileRef, productRef } = objectsOf('PBXBuildFile')[id]!
  const group = objectsOf('PBXVariantGroup')[String(fileRef)]
  const product = objectsOf('XCSwiftPackageProductDependency')[String(productRef)]
  return unquoted(objectsOf('PBXFileReference')[String(fileRef)]?.path ?? group?.name ?? product?.productName)
}

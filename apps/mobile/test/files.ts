import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DOMParser, type Element } from '@xmldom/xmldom'
import * as plists from 'plist'
import { mobile } from '../../web/build/phone-app.ts'

export const root = path.resolve(mobile, '../..')

/** Reads a file of `apps/mobile`. */
export const read = (name: string): string => readFileSync(path.join(mobile, name), 'utf8')
export const has = (name: string): boolean => existsSync(path.join(mobile, name))
export const json = (name: string): unknown => JSON.parse(read(name))
export const plist = (name: string): Record<string, unknown> => plists.parse(read(name)) as Record<string, unknown>

/** Parses XML and returns the root element. Throws if it is not well-formed. */
export function xml(text: string): Element {
  const fail = (_level: string, message: string) => {
    throw new Error(message)
  }
  return new DOMParser({ onError: fail }).parseFromString(text, 'application/xml').documentElement!
}

export const elementsByTag = (element: Element, name: string): Element[] => [...element.getElementsByTagName(name)]
export const androidAttribute = (element: Element, name: string): string | null =>
  element.getAttribute(`android:${name}`)

/** Parses Java properties (`key=value`) and Xcode settings (`KEY = value`). */
export const settings = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+) ?= ?(.*)$/gm)].map(([, key, value]) => [key!, value!]))

/** Files of `apps/mobile` that git tracks or does not ignore. */
export const committedFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '.'], {
    cwd: mobile,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(name => name && has(name))

/** All Capacitor plugins among the dependencies, with their folder and platforms. */
export const plugins = (): { name: string; folder: string; android: boolean; ios: boolean }[] => {
  const { dependencies } = json('package.json') as { dependencies: Record<string, string> }
  return Object.keys(dependencies).flatMap(name => {
    const folder = path.join(root, 'node_modules', name)
    const { capacitor } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      capacitor?: { android?: object; ios?: object }
    }
    return capacitor ? [{ name, folder, android: Boolean(capacitor.android), ios: Boolean(capacitor.ios) }] : []
  })
}

import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

export type Platform = 'android' | 'ios'

/** What a page is told of a plug-in: a method without `rtype` answers to nobody but listeners. */
export interface PluginHeader {
  name: string
  methods: { name: string; rtype?: 'promise' | 'callback' }[]
}

const require = createRequire(import.meta.url)

/**
 * Every plug-in that the phone's app has, with the methods of its native side, read from that one's own sources: a call that
 * a phone would not know is not known here either.
 */
export function headersOf(platform: Platform): PluginHeader[] {
  const mobile = require.resolve('../../../apps/mobile/package.json')
  const { dependencies } = require(mobile) as { dependencies: Record<string, string> }
  const folders = Object.keys(dependencies).map(name =>
    path.dirname(createRequire(mobile).resolve(`${name}/package.json`)),
  )
  const found = folders.flatMap(folder => (platform === 'android' ? onAndroid(folder) : onIos(folder)))
  if (found.length < 10) throw new Error(`Only ${found.length} plug-ins were found for ${platform}`)
  return found
}

const sourcesIn = (folder: string, pattern: string): string[] =>
  globSync(pattern, { cwd: folder })
    .filter(file => !/test/i.test(path.dirname(file)))
    .map(file => withoutComments(readFileSync(path.join(folder, file), 'utf8')))

const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

function onAndroid(folder: string): PluginHeader[] {
  return sourcesIn(folder, '{android,capacitor}/**/src/main/**/*.{java,kt}').flatMap(source => {
    // One that is not named goes by its class.
    const name =
      /@CapacitorPlugin\((?:[^")]*?name\s*=\s*)?"([^"]+)"/.exec(source)?.[1] ??
      /@CapacitorPlugin\s+public class (\w+)/.exec(source)?.[1]
    if (!name) return []
    const methods = [
      ...source.matchAll(
        /@PluginMethod(?:\(\s*(?:returnType\s*=\s*)?PluginMethod\.RETURN_(\w+)\s*\)|\(\))?(?:\s*@\w+(?:\([^)]*\))?)*\s*(?:override\s+)?(?:public\s+)?(?:final\s+)?(?:void|fun)\s+(\w+)\(/g,
      ),
    ].map(([, rtype = 'PROMISE', method]) => headerOf(method!, rtype.toLowerCase()))
    return [{ name, methods: [...common, ...methods] }]
  })
}

function onIos(folder: string): PluginHeader[] {
  return sourcesIn(folder, '{ios,Capacitor}/**/*.{swift,m}').flatMap(source => {
    const old = /CAP_PLUGIN\(\w+,\s*@?"([^"]+)",([\s\S]*?)\n?\)\s*$/.exec(source)
    const name = old?.[1] ?? /jsName\s*=\s*"([^"]+)"/.exec(source)?.[1]
    if (!name) return []
    const listed =
      /CAP_PLUGIN_METHOD\((?<old>\w+),\s*CAPPluginReturn(?<oldType>\w+)\)|(?:CAPPluginMethod|\.init)\((?:name:\s*"(?<name>\w+)",\s*returnType:\s*(?:CAPPluginReturn|\.)(?<type>\w+)|#selector\((?<selector>\w+)\)(?:,\s*returnType:\s*\.?(?<selected>\w+))?)/g
    const methods = [...source.matchAll(listed)].map(({ groups = {} }) => {
      const { old: oldName, oldType, name: named, type, selector, selected } = groups
      return headerOf((oldName ?? named ?? selector)!, (oldType ?? type ?? selected ?? 'promise').toLowerCase())
    })
    return [{ name, methods: [...common, ...methods] }]
  })
}

const headerOf = (name: string, rtype: string): PluginHeader['methods'][number] =>
  rtype === 'promise' || rtype === 'callback' ? { name, rtype } : { name }

/** Those that every plug-in inherits. */
const common: PluginHeader['methods'] = [
  { name: 'addListener' },
  { name: 'removeListener' },
  { name: 'removeAllListeners', rtype: 'promise' },
  { name: 'checkPermissions', rtype: 'promise' },
  { name: 'requestPermissions', rtype: 'promise' },
]

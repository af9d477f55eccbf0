import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

export type Platform = 'android' | 'ios'

/** A plugin as Capacitor announces it to the page. Methods without `rtype` send no answer, only events. */
export interface PluginHeader {
  name: string
  methods: { name: string; rtype?: 'promise' | 'callback' }[]
}

const require = createRequire(import.meta.url)

/**
 * All plugins of the mobile app with their native methods, parsed from the plugins' own sources, so that the fake rejects the same
 * calls as a real phone.
 */
export function readPluginHeaders(platform: Platform): PluginHeader[] {
  const mobile = require.resolve('../../../apps/mobile/package.json')
  const { dependencies } = require(mobile) as { dependencies: Record<string, string> }
  const folders = Object.keys(dependencies).map(name =>
    path.dirname(createRequire(mobile).resolve(`${name}/package.json`)),
  )
  const found = folders.flatMap(folder => (platform === 'android' ? androidHeaders(folder) : iosHeaders(folder)))
  if (found.length < 10)
    throw new Error(`Found only ${found.length} plugins for ${platform}. Run npm install, then check the patterns.`)
  return found
}

const sourcesIn = (folder: string, pattern: string): string[] =>
  globSync(pattern, { cwd: folder })
    .filter(file => !/test/i.test(path.dirname(file)))
    .map(file => withoutComments(readFileSync(path.join(folder, file), 'utf8')))

const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

function androidHeaders(folder: string): PluginHeader[] {
  return sourcesIn(folder, '{android,capacitor}/**/src/main/**/*.{java,kt}').flatMap(source => {
    // Without an explicit name, the class name is the plugin's name.
    const name =
      /@CapacitorPlugin\((?:[^")]*?name\s*=\s*)?"([^"]+)"/.exec(source)?.[1] ??
      /@CapacitorPlugin\s+public class (\w+)/.exec(source)?.[1]
    if (!name) return []
    const methods = [
      ...source.matchAll(
        /@PluginMethod(?:\(\s*(?:returnType\s*=\s*)?PluginMethod\.RETURN_(\w+)\s*\)|\(\))?(?:\s*@\w+(?:\([^)]*\))?)*\s*(?:override\s+)?(?:public\s+)?(?:final\s+)?(?:void|fun)\s+(\w+)\(/g,
      ),
    ].map(([, rtype = 'PROMISE', method]) => headerOf(method!, rtype.toLowerCase()))
    return [{ name, methods: [...inheritedMethods, ...methods] }]
  })
}

function iosHeaders(folder: string): PluginHeader[] {
  return sourcesIn(folder, '{ios,Capacitor}/**/*.{swift,m}').flatMap(source => {
    const objcMacro = /CAP_PLUGIN\(\w+,\s*@?"([^"]+)",([\s\S]*?)\n?\)\s*$/.exec(source)
    const name = objcMacro?.[1] ?? /jsName\s*=\s*"([^"]+)"/.exec(source)?.[1]
    if (!name) return []
    const methodPattern =
      /CAP_PLUGIN_METHOD\((?<old>\w+),\s*CAPPluginReturn(?<oldType>\w+)\)|(?:CAPPluginMethod|\.init)\((?:name:\s*"(?<name>\w+)",\s*returnType:\s*(?:CAPPluginReturn|\.)(?<type>\w+)|#selector\((?<selector>\w+)\)(?:,\s*returnType:\s*\.?(?<selected>\w+))?)/g
    const methods = [...source.matchAll(methodPattern)].map(({ groups = {} }) => {
      const { old: oldName, oldType, name: named, type, selector, selected } = groups
      return headerOf((oldName ?? named ?? selector)!, (oldType ?? type ?? selected ?? 'promise').toLowerCase())
    })
    return [{ name, methods: [...inheritedMethods, ...methods] }]
  })
}

const headerOf = (name: string, rtype: string): PluginHeader['methods'][number] =>
  rtype === 'promise' || rtype === 'callback' ? { name, rtype } : { name }

/** Methods that every plugin inherits. */
const inheritedMethods: PluginHeader['methods'] = [
  { name: 'addListener' },
  { name: 'removeListener' },
  { name: 'removeAllListeners', rtype: 'promise' },
  { name: 'checkPermissions', rtype: 'promise' },
  { name: 'requestPermissions', rtype: 'promise' },
]

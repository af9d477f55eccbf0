import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.ts'

/** `npm run sbom [-- FILE]`: writes a CycloneDX bill of materials of the installed packages. Works offline. */
const file = path.resolve(process.argv[2] ?? path.join(root, 'dist', 'sbom.cdx.json'))
// [ASVS 15.1.2]
const bill = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], { cwd: root, maxBuffer: 64 * 1024 * 1024 })
const { mkdirSync } = await import('node:fs')
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, bill)
console.log(`Wrote ${file}.`)

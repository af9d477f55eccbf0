import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { CannotStart, hasCode } from '../../errors.ts'

/** The secret of an installation that set none: made at its first start, readable by its own user alone. */
export function generatedSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secrets.json')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return read(file) ?? make(file)
}

const secrets = z.object({ secretKey: z.string().min(32) })

function read(file: string): string | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
  try {
    return secrets.parse(JSON.parse(text)).secretKey
  } catch (error) {
    throw new CannotStart(
      `${file} is damaged. Restore it from a backup; or delete it, and links that were signed with it end.`,
      error,
    )
  }
}

/** Written beside its place and then linked there, so that whoever is stopped half-way leaves no half of a secret. */
function make(file: string): string {
  const draft = `${file}.${process.pid}.part`
  try {
    const secretKey = randomBytes(32).toString('base64url')
    writeFileSync(draft, JSON.stringify({ secretKey }), { mode: 0o600 })
    linkSync(draft, file)
    return secretKey
  } catch (error) {
    // Another process that starts at the same time was faster.
    const theirs = hasCode(error, 'EEXIST') ? read(file) : null
    if (theirs === null) throw error
    return theirs
  } finally {
    rmSync(draft, { force: true })
  }
}

import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { hasErrorCode, StartupError } from '../../errors.ts'

/** Secret of an installation without SECRET_KEY. Created at its first start, in a file that only the owner can read. */
export function loadOrGenerateSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secrets.json')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return read(file) ?? create(file)
}

const secrets = z.object({ secretKey: z.string().min(32) })

function read(file: string): string | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null
    throw error
  }
  try {
    return secrets.parse(JSON.parse(text)).secretKey
  } catch (error) {
    throw new StartupError(
      `${file} is damaged. Restore it from a backup, or delete it, which invalidates all signed links.`,
      error,
    )
  }
}

/** Written to another file and then linked, so that a killed process leaves no partial secret. */
function create(file: string): string {
  const draft = `${file}.${process.pid}.part`
  try {
    const secretKey = randomBytes(32).toString('base64url')
    writeFileSync(draft, JSON.stringify({ secretKey }), { mode: 0o600 })
    linkSync(draft, file)
    return secretKey
  } catch (error) {
    // Another process that started at the same time was faster.
    const existing = hasErrorCode(error, 'EEXIST') ? read(file) : null
    if (existing === null) throw error
    return existing
  } finally {
    rmSync(draft, { force: true })
  }
}

import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The secret of an installation that set none: made at its first start, readable by its own user alone. */
export function generatedSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secrets.json')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, JSON.stringify({ secretKey: randomBytes(32).toString('base64url') }), {
      mode: 0o600,
      flag: 'wx',
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const { secretKey } = JSON.parse(readFileSync(file, 'utf8')) as { secretKey: string }
  return secretKey
}

import { randomBytes } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Authenticates the operator: 256 random bits as base64url, generated at each start. */
export const newOperatorToken = (): string => randomBytes(32).toString('base64url')

export const operatorTokenFile = (dataDir: string): string => path.join(dataDir, 'operator-token')

/** Stores the token for scripts of the same user on this machine. The process started last overwrites it. */
export function writeOperatorToken(dataDir: string, token: string): void {
  const file = operatorTokenFile(dataDir)
  const draft = `${file}.${process.pid}.part`
  writeFileSync(draft, `${token}\n`, { mode: 0o600 })
  renameSync(draft, file)
}

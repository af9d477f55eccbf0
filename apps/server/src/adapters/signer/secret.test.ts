import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartupError } from '../../errors.ts'
import { loadOrGenerateSecret } from './secret.ts'

describe('generated secret', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recaps-secret-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const file = () => path.join(folder, 'secrets.json')

  it('generates the secret once, readable for its owner only [ASVS 6.5.3, 13.2.2, 13.2.3] [threat 27]', () => {
    const secret = loadOrGenerateSecret(folder)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(loadOrGenerateSecret(folder)).toBe(secret)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secrets.json'])
  })

  it.each(['', '{"secretKey":"abc', '{}', '{"secretKey":"short"}'])(
    'refuses to start with a damaged secret file: %j',
    text => {
      writeFileSync(file(), text)
      expect(() => loadOrGenerateSecret(folder)).toThrow(StartupError)
      expect(() => loadOrGenerateSecret(folder)).toThrow(`${file()} is damaged`)
    },
  )
})

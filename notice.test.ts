import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('NOTICE contains the notices of all packages', () => {
  const notice = readFileSync('NOTICE', 'utf8')
  const parts = globSync('packages/*/NOTICE')
  expect(parts).toContain('packages/speech/NOTICE')
  for (const part of parts) expect([part, notice.includes(readFileSync(part, 'utf8').trim())]).toEqual([part, true])
  expect(existsSync('node_modules/wasm-media-encoders/wasm/mp3.wasm')).toBe(true)
})

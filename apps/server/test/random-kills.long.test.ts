import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { findingsIn } from './audit.ts'
import { killAtRandom } from './random-kills.ts'

it('a server that is killed 200 times at random loses nothing and does nothing twice', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-random-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  try {
    const outcome = await killAtRandom({ dataDir, kills: 200, seed: Number(process.env.KILL_SEED ?? Date.now()) })
    expect(outcome.unfinished).toEqual([])
    expect(outcome.used).toBe(outcome.wanted)
    expect(await findingsIn(dataDir)).toEqual([])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 1_800_000)

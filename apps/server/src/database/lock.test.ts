import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../ports/clock.ts'
import { lockFolder } from './lock.ts'

const racer = path.join(import.meta.dirname, '../../test/lock-racer.ts')
const deadHolder = { pid: 2 ** 22 + 1, host: hostname(), startedTicks: '1' }

describe('the lock of the data folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recaps-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const writeLock = (name: string, holder: object | string, secondsAgo = 0) => {
    const file = path.join(folder, name)
    writeFileSync(file, typeof holder === 'string' ? holder : JSON.stringify(holder))
    const at = new Date(Date.now() - secondsAgo * 1000)
    utimesSync(file, at, at)
  }
  const take = () => lockFolder(folder, systemClock)

  it('refuses a second holder until the first releases the lock, and leaves no files behind', () => {
    const lock = take()
    expect(take).toThrow(`in use by another process (${process.pid})`)
    lock.release()
    expect(readdirSync(folder)).toEqual([])
    take().release()
  })

  it.each([
    ['whose process is dead', deadHolder, 0],
    ['whose pid another process has now', { ...deadHolder, pid: process.pid }, 0],
    ['on another machine that has stopped touching the file', { ...deadHolder, host: 'elsewhere' }, 21],
    ['that was killed before it wrote its name', '', 0],
  ])('takes over the lock of a holder %s', (_, holder, secondsAgo) => {
    writeLock('in-use.json', holder, secondsAgo)
    take().release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('refuses a lock whose holder on another machine still touches the file', () => {
    writeLock('in-use.json', { ...deadHolder, host: 'elsewhere' }, 15)
    expect(take).toThrow('in use')
  })

  it('takes over a stale lock 20 s after another process died while taking it over', () => {
    writeLock('in-use.json', deadHolder)
    writeLock('in-use.json.turn', deadHolder, 5)
    expect(take).toThrow('in use')
    writeLock('in-use.json.turn', deadHolder, 21)
    take().release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('gives a stale lock to exactly one of several processes that find it at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      writeLock('in-use.json', deadHolder)
      const at = String(Date.now() + 900)
      const racers = Array.from({ length: 4 }, () =>
        spawn(process.execPath, [racer, folder, at], { stdio: ['pipe', 'pipe', 'inherit'] }),
      )
      const ended = racers.map(child => once(child, 'exit'))
      const outcomes = await Promise.all(
        racers.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()),
      )
      // The winner keeps the lock until all have tried: on a busy machine, one may start a second after the others.
      for (const { stdin } of racers) stdin.end()
      await Promise.all(ended)
      expect(outcomes.toSorted()).toEqual(['StartupError', 'StartupError', 'StartupError', 'locked'])
    }
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../ports/clock.ts'
import { lockFolder } from './lock.ts'

const racer = path.join(import.meta.dirname, '../../test/lock-racer.ts')
const nobody = { pid: 2 ** 22 + 1, host: hostname(), startedTicks: '1' }

describe('the folder of the embedded database', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recaps-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const leave = (name: string, holder: object | string, secondsAgo = 0) => {
    const file = path.join(folder, name)
    writeFileSync(file, typeof holder === 'string' ? holder : JSON.stringify(holder))
    const at = new Date(Date.now() - secondsAgo * 1000)
    utimesSync(file, at, at)
  }
  const take = () => lockFolder(folder, systemClock)

  it('has one holder, and leaves nothing behind', () => {
    const lock = take()
    expect(take).toThrow(`in use by another process (${process.pid})`)
    lock.release()
    expect(readdirSync(folder)).toEqual([])
    take().release()
  })

  it.each([
    ['that is dead', nobody, 0],
    ['whose number another process has now', { ...nobody, pid: process.pid }, 0],
    ['on another machine that gives no sign of life any more', { ...nobody, host: 'elsewhere' }, 21],
    ['that was killed before it could say who it is', '', 0],
  ])('is taken over from a holder %s', (_, holder, secondsAgo) => {
    leave('in-use.json', holder, secondsAgo)
    take().release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is left to a holder on another machine that gives signs of life', () => {
    leave('in-use.json', { ...nobody, host: 'elsewhere' }, 15)
    expect(take).toThrow('in use')
  })

  it('is taken over though somebody died while taking it over, a while later', () => {
    leave('in-use.json', nobody)
    leave('in-use.json.turn', nobody, 5)
    expect(take).toThrow('in use')
    leave('in-use.json.turn', nobody, 21)
    take().release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('gets one holder of many who find the old one dead at the same instant', async () => {
    for (let round = 0; round < 6; round++) {
      leave('in-use.json', nobody)
      const at = String(Date.now() + 900)
      const racers = Array.from({ length: 4 }, () =>
        spawn(process.execPath, [racer, folder, at], { stdio: ['pipe', 'pipe', 'inherit'] }),
      )
      const ended = racers.map(child => once(child, 'exit'))
      const said = await Promise.all(racers.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()))
      // Whoever has it holds it until everybody has tried: on a busy machine one comes a second after the others.
      for (const { stdin } of racers) stdin.end()
      await Promise.all(ended)
      expect(said.toSorted()).toEqual(['CannotStart', 'CannotStart', 'CannotStart', 'has it'])
    }
  })
})

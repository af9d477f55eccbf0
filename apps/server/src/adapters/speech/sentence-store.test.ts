import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { movableClock } from '../../../test/start-server.ts'
import { sentenceStore } from './sentence-store.ts'

describe('sentence store', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recaps-sentences-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('never returns a partly written sentence while several writers store it', async () => {
    const store = sentenceStore(path.join(folder, 'sentences'), movableClock())
    const sentence = new Uint8Array(400_000).fill(7)
    const lengths = new Set<number | undefined>()
    for (let round = 0; round < 30; round++) {
      let isDone = false
      const reading = (async () => {
        while (!isDone) lengths.add((await store.get(`${round}`))?.length)
      })()
      const putAfter = async (ms: number) => {
        await setTimeout(ms)
        await store.put(`${round}`, sentence)
      }
      await Promise.all([0, 0, 1, 1, 2, 2, 3, 4].map(putAfter))
      isDone = true
      await reading
      expect(await store.get(`${round}`)).toHaveLength(sentence.length)
    }
    expect([...lengths].filter(length => length !== undefined)).toEqual([sentence.length])
    expect(readdirSync(path.join(folder, 'sentences'))).toHaveLength(30)
  })

  it('deletes spoken sentences older than six hours when it is pruned', async () => {
    const clock = movableClock()
    const store = sentenceStore(folder, clock)
    await store.put('old', new Uint8Array(3))
    clock.advance(5 * 3600_000)
    await store.prune()
    expect(await store.get('old')).toHaveLength(3)
    clock.advance(2 * 3600_000)
    await store.prune()
    expect(await store.get('old')).toBeUndefined()
  })

  it('ignores disk errors when it stores a spoken sentence', async () => {
    writeFileSync(path.join(folder, 'file'), '')
    const store = sentenceStore(path.join(folder, 'file', 'sentences'), movableClock())
    await store.put('a', new Uint8Array(3))
    expect(await store.get('a')).toBeUndefined()
    await store.prune()
  })
})

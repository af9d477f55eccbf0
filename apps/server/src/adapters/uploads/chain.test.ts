import { describe, expect, it } from 'vitest'
import { againstFake } from '../youtube/test/against-fake.ts'
import { listOf, plainBench, uploadsConformance } from './conformance.ts'

describe('uploads along the chain', () => {
  const at = againstFake()
  uploadsConformance(at, baseUrl => at.open({ baseUrl }).uploads, { slackMs: 2_000 })

  it('come from the page of the channel where there is no feed', async () => {
    at.fake.fault('feed|*', { kind: 'status', status: 404 })
    const { uploads } = await listOf(at.open().uploads.newest(plainBench))
    expect(uploads[0]?.kind).toBe('video')
  })

  it('come from the Data API where neither is to be had', async () => {
    at.fake.fault('feed|*', { kind: 'status', status: 404 })
    at.fake.fault('browse|*', { kind: 'captcha' })
    const { title, uploads } = await listOf(at.open({ dataApi: { key: 'a-key' } }).uploads.newest(plainBench))
    expect([title, uploads.length > 5]).toEqual(['Plain Bench', true])
  })

  it('are not said to be missing while one of the two says something else', async () => {
    at.fake.fault('feed|*', { kind: 'status', status: 404 })
    at.fake.fault('browse|*', { kind: 'status', status: 500 })
    await expect(at.open().uploads.newest(plainBench)).rejects.toMatchObject({ retryable: true })
    at.fake.clearFaults()
    at.fake.stand(plainBench, 'deleted')
    at.fake.fault('feed|*', { kind: 'status', status: 500 })
    await expect(at.open().uploads.newest(plainBench)).rejects.toMatchObject({ retryable: true })
    at.fake.stand(plainBench, 'there')
  })

  it('do not ask a feed that fails for everybody, until it has rested', async () => {
    let nowMs = Date.now()
    const { uploads } = at.open({ health: { tolerance: 2 }, clock: { now: () => new Date(nowMs) } })
    at.fake.fault('feed|*', { kind: 'status', status: 500 })
    const asked = () => at.fake.requests.filter(key => key.startsWith('feed|')).length
    await uploads.newest(plainBench)
    await uploads.newest('UCYIeKfdLB23dvt6-dCFgRrQ')
    const before = asked()
    await uploads.newest('UCZVkOhUli35ZL3JfE9D-l6A')
    expect(asked()).toBe(before)
    nowMs += 15_001
    await uploads.newest('UCZVkOhUli35ZL3JfE9D-l6A')
    expect(asked()).toBe(before + 1)
  })
})

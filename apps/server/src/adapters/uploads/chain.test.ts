import { describe, expect, it } from 'vitest'
import { setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { expectUploadList, plainBench, uploadsConformance } from './conformance.ts'

describe('uploads from the chain of sources', () => {
  const at = setUpFakeYoutube()
  uploadsConformance(at, baseUrl => at.open({ baseUrl }).uploads, { slackMs: 2_000 })

  it('lists uploads from the channel page when the feed is missing', async () => {
    at.fake.fault('feed|*', { kind: 'status', status: 404 })
    const { uploads } = await expectUploadList(at.open().uploads.newest(plainBench))
    expect(uploads[0]?.kind).toBe('video')
  })

  it('lists uploads from the Data API when both the feed and the channel page fail', async () => {
    at.fake.fault('feed|*', { kind: 'status', status: 404 })
    at.fake.fault('browse|*', { kind: 'captcha' })
    const { title, uploads } = await expectUploadList(at.open({ dataApi: { key: 'a-key' } }).uploads.newest(plainBench))
    expect([title, uploads.length > 5]).toEqual(['Plain Bench', true])
  })

  it('does not report a channel as missing if only its feed or only its page is missing', async () => {
    at.fake.fault('feed|*', { kind: 'status', status: 404 })
    at.fake.fault('browse|*', { kind: 'status', status: 500 })
    await expect(at.open().uploads.newest(plainBench)).rejects.toMatchObject({ retryable: true })
    at.fake.clearFaults()
    at.fake.setChannelStatus(plainBench, 'deleted')
    at.fake.fault('feed|*', { kind: 'status', status: 500 })
    await expect(at.open().uploads.newest(plainBench)).rejects.toMatchObject({ retryable: true })
    at.fake.setChannelStatus(plainBench, 'there')
  })

  it('skips the feed after failures of several channels until its pause is over', async () => {
    let nowMs = Date.now()
    const { uploads } = at.open({ health: { tolerance: 2 }, clock: { now: () => new Date(nowMs) } })
    at.fake.fault('feed|*', { kind: 'status', status: 500 })
    const feedRequests = () => at.fake.requests.filter(key => key.startsWith('feed|')).length
    await uploads.newest(plainBench)
    await uploads.newest('UCYIeKfdLB23dvt6-dCFgRrQ')
    const before = feedRequests()
    await uploads.newest('UCZVkOhUli35ZL3JfE9D-l6A')
    expect(feedRequests()).toBe(before)
    nowMs += 15_001
    await uploads.newest('UCZVkOhUli35ZL3JfE9D-l6A')
    expect(feedRequests()).toBe(before + 1)
  })
})

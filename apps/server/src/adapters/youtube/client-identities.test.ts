import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeVideoIds, setUpFakeYoutube } from './test/set-up-fake-youtube.ts'

describe('the file of YouTube clients', () => {
  const at = setUpFakeYoutube()
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-clients-'))
  const file = path.join(folder, 'youtube-clients.json')
  let writes = 0
  let troubles: string[] = []
  const write = (content: unknown) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    // Distinguishes two writes within the same millisecond.
    writes += 1
    utimesSync(file, writes, writes)
  }
  const open = () => at.open({ clientFile: { path: file, onInvalidFile: trouble => troubles.push(trouble) } })
  const providerFor = async (youtube: ReturnType<typeof open>, video: string) =>
    (await youtube.captions.read(video)).provider

  beforeEach(() => {
    troubles = []
    rmSync(file, { force: true })
  })
  afterEach(() => at.fake.versions.setOldest({}))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('works without a YouTube client file', async () => {
    expect(await providerFor(open(), fakeVideoIds.manual)).toBe('innertube/VISIONOS')
    expect(troubles).toEqual([])
  })

  it('makes an outdated YouTube client work again when the client file is updated, without a restart', async () => {
    const youtube = open()
    at.fake.versions.setOldest({ VISIONOS: '1.04' })
    expect(await providerFor(youtube, fakeVideoIds.manual)).toBe('innertube/ANDROID')
    write({ VISIONOS: { version: '1.04', osVersion: '26.6.0.23O770' } })
    expect(await providerFor(youtube, fakeVideoIds.german)).toBe('innertube/VISIONOS')
    at.fake.versions.setOldest({ VISIONOS: '1.10' })
    expect(await providerFor(youtube, fakeVideoIds.automatic)).toBe('innertube/ANDROID')
    write({ VISIONOS: { version: '1.10' } })
    expect(await providerFor(youtube, fakeVideoIds.threeHours)).toBe('innertube/VISIONOS')
    expect(troubles).toEqual([])
  })

  it('makes channel search with an outdated WEB client work again when the client file is updated', async () => {
    const { search } = open()
    at.fake.versions.setOldest({ WEB: '2.20991231.00.00' })
    await expect(search.channels('https://www.youtube.com/@plainbench')).rejects.toMatchObject({ retryable: true })
    await expect(search.channels('https://www.youtube.com/channel/UCP073R0_x88lMRBc-i9Z1Qg')).rejects.toBeDefined()
    write({ WEB: { version: '2.20991231.01.00' } })
    expect((await search.channels('https://www.youtube.com/@plainbench')).items).toHaveLength(1)
  })

  it('sends the user agent of the client file to YouTube, for captions too', async () => {
    write({ VISIONOS: { userAgent: 'Mozilla/5.0 (Brand new)' } })
    const unless = { header: 'user-agent', has: 'Brand new' }
    at.fake.fault('player|*', { kind: 'captcha', unless })
    at.fake.fault('timedtext|*', { kind: 'captcha', unless })
    expect(await providerFor(open(), fakeVideoIds.manual)).toBe('innertube/VISIONOS')
  })

  it.each([
    ['{"VISIONOS": {', /JSON/],
    [{ VISIONOS: { version: 1.04 } }, /VISIONOS\.version/],
    [{ VISIONOS: { versoin: '1.04' } }, /versoin/],
    [{ NETSCAPE: { version: '4' } }, /NETSCAPE/],
    [[], /the file/],
    ['', /JSON/],
  ])('reports an invalid client file once and keeps using its previous content: %j', async (broken, message) => {
    const youtube = open()
    at.fake.versions.setOldest({ VISIONOS: '1.04' })
    write({ VISIONOS: { version: '1.04' } })
    expect(await providerFor(youtube, fakeVideoIds.manual)).toBe('innertube/VISIONOS')
    write(broken)
    expect(await providerFor(youtube, fakeVideoIds.german)).toBe('innertube/VISIONOS')
    expect(await providerFor(youtube, fakeVideoIds.threeHours)).toBe('innertube/VISIONOS')
    expect(troubles).toEqual([expect.stringMatching(message)])
    expect(troubles[0]).toContain(file)
  })
})

describe('requests to YouTube', () => {
  const at = setUpFakeYoutube()

  it('requests captions with the user agent of the client that got their URL', async () => {
    at.fake.fault('timedtext|*', { kind: 'status', status: 429, unless: { header: 'user-agent', has: 'Safari' } })
    expect((await at.open().captions.read(fakeVideoIds.manual)).provider).toBe('innertube/VISIONOS')
  })

  it('sends the consent cookie to YouTube pages, so that no consent page appears', async () => {
    at.fake.fault('*', { kind: 'consent', unless: { header: 'cookie', has: 'SOCS=CAI' } })
    at.fake.fault('player|*', { kind: 'delay', ms: 0 })
    at.fake.fault('visitor|*', { kind: 'delay', ms: 0 })
    const { uploads, captions } = at.open()
    expect(await uploads.newest('UCP073R0_x88lMRBc-i9Z1Qg')).toMatchObject({ kind: 'list' })
    expect(at.fake.requests.at(-1)).toMatch(/^feed\|/)
    expect((await captions.read(fakeVideoIds.manual)).kind).toBe('manual')
  })

  it('queries IOS when neither VISIONOS nor ANDROID answers', async () => {
    at.fake.fault('player|*|VISIONOS', { kind: 'bot_check' })
    at.fake.fault('player|*|ANDROID', { kind: 'bot_check' })
    const before = at.fake.requests.length
    expect((await at.open().captions.read(fakeVideoIds.manual)).provider).toBe('innertube/IOS')
    expect(at.fake.requests.slice(before).filter(key => key.endsWith('|IOS'))).toEqual([
      `player|${fakeVideoIds.manual}|IOS`,
    ])
  })
})

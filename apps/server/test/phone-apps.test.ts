import { createClient } from '@recaps/contract'
import { describe, expect, it } from 'vitest'
import { type Phone, phoneAt } from './phone.ts'
import { blackPng } from './png.ts'
import { useS3 } from './s3-server.ts'
import { silentSpeech } from './silent-speech.ts'
import { password, type TestServer, useServer } from './start-server.ts'
import { talks } from './talks.ts'
import { eventually, readableSummary, refusal, untilState } from './wait-for.ts'

const appEnv = { PUBLIC_URL: 'https://recaps.example.com', ANDROID_PACKAGE: 'com.example.recaps' }
const android = 'https://localhost'
const ios = 'capacitor://localhost'

/** Registers a user in the phone app. */
async function userOn(test: TestServer, phone: Phone) {
  const at = { baseUrl: test.url, fetch: phone.fetch }
  const email = `phone-${crypto.randomUUID()}@example.com`
  const { token } = await createClient({ ...at, token: () => '' }).auth.register({ body: { email, password } })
  return { token, client: createClient({ ...at, token: () => token }) }
}

describe.each([android, ios])('the phone app, whose pages come from %s', async origin => {
  const test = await useServer({ env: appEnv, ports: { speech: silentSpeech } })
  const phone = phoneAt(origin)
  const at = (path: string | null) => test.url + path

  it('the phone app signs up, reads, writes and deletes with only its bearer token', async () => {
    const { client } = await userOn(test, phone)
    expect(await client.health.status()).toEqual({ status: 'ok' })
    expect(await client.health.version()).toMatchObject({ product: 'YouTube Recaps' })
    await client.users.changeProfile({ body: { firstName: 'Ada', lastName: 'Lovelace' } })
    await client.users.changeSettings({ body: { timeZone: 'Asia/Tokyo' } })
    const { id } = await readableSummary(client, talks[0]!)
    expect((await client.summaries.change({ params: { id }, body: { rating: 'good' } })).rating).toBe('good')
    await client.summaries.delete({ params: { id } })
    expect((await client.users.profile()).firstName).toBe('Ada')
  })

  it('the phone app can read why a call is refused and how long to wait', async () => {
    const withoutSession = createClient({ baseUrl: test.url, token: () => 'a'.repeat(43), fetch: phone.fetch })
    expect(await refusal(withoutSession.users.profile())).toMatchObject({ status: 401, code: 'unauthorized' })
    const tryLogin = () => phone.fetch(at('/api/auth/login'), loginOf('nobody@example.com', 'wrong'))
    for (let tries = 0; tries < 5; tries++) await tryLogin()
    const limited = await tryLogin()
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect([limited.headers.has('x-request-id'), limited.headers.has('date')]).toEqual([true, true])
  })

  it('the phone app receives events of its summaries', async () => {
    const { client, token } = await userOn(test, phone)
    const stop = new AbortController()
    const stream = await phone.fetch(at('/api/summaries/events'), {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
      credentials: 'include',
      signal: stop.signal,
    })
    const { id } = await client.summaries.request({ body: { urlOrId: talks[1]!, type: 'youtube' } })
    let received = ''
    for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
      received += part
      if (received.includes('data: ')) break
    }
    stop.abort()
    expect(received).toContain(`data: {"id":${id},`)
  })

  it('the phone app asks a question about a video and reads the streamed answer', async () => {
    const { client } = await userOn(test, phone)
    const { id } = await readableSummary(client, talks[0]!)
    const question = { params: { id }, body: { question: 'At which temperature does bread go stale the fastest?' } }
    expect((await Array.fromAsync(await client.summaries.ask(question))).at(-1)).toMatchObject({ found: true })
  })

  it('the phone app plays audio, seeks in it, and downloads it with a known length', async () => {
    const { client } = await userOn(test, phone)
    const { audioUrl } = await untilState(client, (await readableSummary(client, talks[2]!)).id, 'ready')
    const { previewUrl } = (await client.voices.list()).data[0]!
    for (const path of [audioUrl, previewUrl]) {
      const played = await phone.show(at(path), { Range: 'bytes=0-' })
      expect([played.status, played.headers.get('content-range')]).toEqual([206, 'bytes 0-99/100'])
      const download = await phone.fetch(at(path))
      expect([download.status, download.headers.get('content-length'), (await download.bytes()).length]).toEqual([
        200,
        '100',
        100,
      ])
      const part = await phone.fetch(at(path), { headers: { Range: 'bytes=10-19' } })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/100'])
    }
  })

  it('the phone app shows thumbnails and profile pictures, and uploads one', async () => {
    const { client } = await userOn(test, phone)
    const { videoInfo } = await readableSummary(client, talks[3]!)
    const { uploadUrl, fileUrl } = await client.users.pictureUploadUrl({ body: { fileType: 'image/png' } })
    const picture = { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body: new Uint8Array(blackPng(9, 9)) }
    expect((await phone.fetch(at(uploadUrl), picture)).status).toBe(204)
    const { profilePicture } = await client.users.picture({ body: { profilePicture: fileUrl } })
    for (const shown of [videoInfo.thumbnailUrl, profilePicture]) {
      expect((await phone.show(at(shown))).headers.get('content-type')).toMatch(/^image\//)
      expect((await phone.fetch(at(shown))).ok).toBe(true)
    }
    const { image } = await client.youtube.proxyThumbnail({
      query: { url: `https://i.ytimg.com/vi/${talks[3]}/hqdefault.jpg` },
    })
    expect(image).toMatch(/^data:image\//)
  })

  it('the phone app downloads a summary and the account export as files', async () => {
    const { client } = await userOn(test, phone)
    const { id } = await readableSummary(client, talks[4]!)
    const file = (await client.summaries.export({ params: { id }, query: { format: 'md' } })) as unknown
    expect(file).toBeInstanceOf(File)
    expect((file as File).name).toMatch(/\.md$/)
    await client.account.requestExport()
    const { url } = await eventually(
      () => client.account.export(),
      one => one.state === 'ready',
    )
    const zip = await phone.fetch(at(url))
    expect([zip.headers.get('content-type'), zip.headers.get('content-disposition')]).toEqual([
      'application/zip',
      expect.stringContaining('attachment'),
    ])
  })

  it.each(['null', 'https://evil.example', 'http://localhost', 'https://localhost:8443', 'capacitor://localhost.evil'])(
    'pages from %s cannot call the API or load media [ASVS 3.4.2]',
    async other => {
      const { client } = await userOn(test, phone)
      const { audioUrl, videoInfo } = await untilState(client, (await readableSummary(client, talks[2]!)).id, 'ready')
      for (const path of ['/api/users/profile', '/health', audioUrl, videoInfo.thumbnailUrl])
        await expect(phoneAt(other).fetch(at(path))).rejects.toThrow(/Failed to fetch: .* does not allow/)
    },
  )
})

describe('a phone app whose audio is in a bucket', async () => {
  const s3 = await useS3()
  if (!s3) return
  const test = await useServer({ env: { ...appEnv, STORAGE_URL: s3.url }, ports: { speech: silentSpeech } })

  it('the phone app plays audio from the bucket but downloads it through the server, because a redirect sets its origin to null', async () => {
    const phone = phoneAt(android)
    const { client } = await userOn(test, phone)
    const { audioUrl } = await untilState(client, (await readableSummary(client, talks[0]!)).id, 'ready')
    expect((await phone.show(test.url + audioUrl)).status).toBe(302)
    const download = await phone.fetch(test.url + audioUrl)
    expect([download.status, (await download.bytes()).length]).toEqual([200, 100])
  })
})

describe('a server without a phone app', async () => {
  const test = await useServer({ env: { PUBLIC_URL: appEnv.PUBLIC_URL }, ports: { speech: silentSpeech } })

  it('pages of phones may neither call the API nor embed media on a server without a phone app', async () => {
    const { client } = await test.newUser()
    const { id } = await readableSummary(client, talks[0]!)
    const { audioUrl, videoInfo } = await untilState(client, id, 'ready')
    for (const path of ['/health', '/api/users/profile', audioUrl])
      await expect(phoneAt(android).fetch(test.url + path)).rejects.toThrow('does not allow https://localhost')
    for (const path of [audioUrl, videoInfo.thumbnailUrl])
      await expect(phoneAt(android).show(test.url + path)).rejects.toThrow('is same-origin only')
  })
})

const loginOf = (email: string, wrong: string): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ email, password: wrong }),
})

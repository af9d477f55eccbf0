import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { useS3 } from '../../../test/s3-server.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary, untilState } from '../../../test/wait-for.ts'

describe('summaries with files in a bucket', async () => {
  const s3 = await useS3()
  if (!s3) return
  const phone = 'capacitor://localhost'
  const test = await useServer({
    env: { STORAGE_URL: s3.url, ALLOWED_ORIGINS: phone },
    ports: { speech: silentSpeech },
  })
  const request = (address: string, init: RequestInit = {}) =>
    fetch(test.url + address, { redirect: 'manual', ...init })

  it('stores summary files in the bucket and none on disk [ASVS 5.3.1]', async () => {
    const { client } = await test.newUser()
    const { id } = await readableSummary(client, talks[0]!)
    expect((await client.summaries.transcript({ params: { id } })).segments.length).toBeGreaterThan(10)
    expect(existsSync(path.join(test.dataDir, 'files'))).toBe(false)
  })

  it('redirects authorized audio requests to a bucket URL that is valid for one minute', async () => {
    const { client } = await test.newUser()
    const { id } = await readableSummary(client, talks[0]!)
    const { audioUrl } = await untilState(client, id, 'ready')
    const redirect = await request(audioUrl!)
    expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, 'no-store'])
    const link = redirect.headers.get('location')!
    expect(link).toMatch(new RegExp(`^${s3.endpoint}/recaps/audio/.*X-Amz-Expires=60&`))
    const part = await fetch(link, { headers: { Range: 'bytes=0-9' } })
    expect([part.status, part.headers.get('content-type'), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      'audio/mpeg',
      10,
    ])
    const head = await request(audioUrl!, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '100'])
    expect((await request(`${audioUrl}x`)).status).toBe(404)
    await client.auth.logout()
    expect((await request(audioUrl!)).status).toBe(404)
  })

  it('serves audio directly to the phone app, which may only load from the server', async () => {
    const { client } = await test.newUser()
    const { id } = await readableSummary(client, talks[0]!)
    const { audioUrl } = await untilState(client, id, 'ready')
    const part = await request(audioUrl!, { headers: { Origin: phone, Range: 'bytes=90-' } })
    expect([part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      'bytes 90-99/100',
      10,
    ])
    const beyond = await request(audioUrl!, { headers: { Origin: phone, Range: 'bytes=200-' } })
    const unknown = await request(`${audioUrl}x`, { headers: { Origin: phone } })
    expect([beyond.status, unknown.status]).toEqual([416, 404])
    for (const response of [part, beyond, unknown])
      expect(response.headers.get('access-control-allow-origin')).toBe(phone)
  })

  it('allows the bucket in the content security policy for media and requests only', async () => {
    const policy = (await request('/health')).headers.get('content-security-policy')!
    expect(policy).toContain(`media-src 'self' blob: ${s3.endpoint};`)
    expect(policy).toContain(`connect-src 'self' ${s3.endpoint};`)
    expect(policy).toContain("img-src 'self' data: blob:;")
  })
})

describe('summaries with files in a bucket without CORS', async () => {
  const s3 = await useS3({ cors: false })
  if (!s3) return
  const test = await useServer({ env: { STORAGE_URL: s3.url }, ports: { speech: silentSpeech } })

  it('serves audio through the server if the bucket does not allow cross-origin requests', async () => {
    const { client } = await test.newUser()
    const { id } = await readableSummary(client, talks[0]!)
    const { audioUrl } = await untilState(client, id, 'ready')
    const full = await fetch(test.url + audioUrl, { redirect: 'manual' })
    expect([full.status, full.headers.get('content-type'), (await full.bytes()).byteLength]).toEqual([
      200,
      'audio/mpeg',
      100,
    ])
    const part = await fetch(test.url + audioUrl, { redirect: 'manual', headers: { Range: 'bytes=90-' } })
    expect([part.status, part.headers.get('content-range'), (await part.bytes()).byteLength]).toEqual([
      206,
      'bytes 90-99/100',
      10,
    ])
    expect((await fetch(`${test.url}${audioUrl}x`)).status).toBe(404)
    await client.auth.logout()
    expect((await fetch(test.url + audioUrl)).status).toBe(404)
  })
})

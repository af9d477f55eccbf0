import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { useS3 } from '../../../test/s3-server.ts'
import { silence } from '../../../test/silence.ts'
import { useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary, untilState } from '../../../test/waiting.ts'

describe('summaries whose files lie in a bucket', async () => {
  const s3 = await useS3()
  if (!s3) return
  const phone = 'capacitor://localhost'
  const test = await useServer({
    env: { STORAGE_URL: s3.url, ALLOWED_ORIGINS: phone },
    ports: { speech: silence },
  })
  const ask = (address: string, init: RequestInit = {}) => fetch(test.url + address, { redirect: 'manual', ...init })

  it('are made as ever, read as ever, and leave nothing on the disk [ASVS 5.3.1]', async () => {
    const { client } = await test.newUser()
    const { id } = await readableSummary(client, talks[0]!)
    expect((await client.summaries.transcript({ params: { id } })).segments.length).toBeGreaterThan(10)
    expect(existsSync(path.join(test.dataDir, 'files'))).toBe(false)
  })

  it('are heard through a link of a minute, given only to who may hear them', async () => {
    const { client } = await test.newUser()
    const { id } = await readableSummary(client, talks[0]!)
    const { audioUrl } = await untilState(client, id, 'ready')
    const led = await ask(audioUrl!)
    expect([led.status, led.headers.get('cache-control')]).toEqual([302, 'no-store'])
    const link = led.headers.get('location')!
    expect(link).toMatch(new RegExp(`^${s3.endpoint}/recaps/audio/.*X-Amz-Expires=60&`))
    const part = await fetch(link, { headers: { Range: 'bytes=0-9' } })
    expect([part.status, part.headers.get('content-type'), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      'audio/mpeg',
      10,
    ])
    const head = await ask(audioUrl!, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '100'])
    expect((await ask(`${audioUrl}x`)).status).toBe(404)
    await client.auth.logout()
    expect((await ask(audioUrl!)).status).toBe(404)
  })

  it('come to the pages of the phone app from the service, which is all that they may load from', async () => {
    const { client } = await test.newUser()
    const { id } = await readableSummary(client, talks[0]!)
    const { audioUrl } = await untilState(client, id, 'ready')
    const part = await ask(audioUrl!, { headers: { Origin: phone, Range: 'bytes=90-' } })
    expect([part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      'bytes 90-99/100',
      10,
    ])
    const beyond = await ask(audioUrl!, { headers: { Origin: phone, Range: 'bytes=200-' } })
    const unknown = await ask(`${audioUrl}x`, { headers: { Origin: phone } })
    expect([beyond.status, unknown.status]).toEqual([416, 404])
    for (const answer of [part, beyond, unknown]) expect(answer.headers.get('access-control-allow-origin')).toBe(phone)
  })

  it('may be loaded from there by the pages, and from nowhere else', async () => {
    const policy = (await ask('/health')).headers.get('content-security-policy')!
    expect(policy).toContain(`media-src 'self' blob: ${s3.endpoint};`)
    expect(policy).toContain(`connect-src 'self' ${s3.endpoint};`)
    expect(policy).toContain("img-src 'self' data: blob:;")
  })
})

describe('summaries whose files lie in a bucket that lets no page in', async () => {
  const s3 = await useS3({ cors: false })
  if (!s3) return
  const test = await useServer({ env: { STORAGE_URL: s3.url }, ports: { speech: silence } })

  it('are heard, kept and taken along through the service', async () => {
    const { client } = await test.newUser()
    const { id } = await readableSummary(client, talks[0]!)
    const { audioUrl } = await untilState(client, id, 'ready')
    const whole = await fetch(test.url + audioUrl, { redirect: 'manual' })
    expect([whole.status, whole.headers.get('content-type'), (await whole.bytes()).byteLength]).toEqual([
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

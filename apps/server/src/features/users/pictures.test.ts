import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { blackPng } from '../../../test/png.ts'
import { useS3 } from '../../../test/s3-server.ts'
import { startServer, type TestServer, type TestUser, useServer } from '../../../test/start-server.ts'
import { refusal } from '../../../test/wait-for.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A two-colored photo with red at the top, if its EXIF orientation is applied. */
const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: 'blue' } })
    .composite([{ input: { create: { width: 450, height: 600, channels: 3, background: 'red' } }, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'canary-camera' }, IFD3: { GPSLatitude: '48/1 12/1 30/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer()

const send = (
  test: TestServer,
  url: string,
  body: Uint8Array<ArrayBuffer> | string,
  contentType = 'image/jpeg',
  headers = {},
) => fetch(new URL(url, test.url), { method: 'PUT', headers: { 'Content-Type': contentType, ...headers }, body })

async function upload(
  test: TestServer,
  user: TestUser,
  body: Uint8Array<ArrayBuffer>,
  fileType = 'image/jpeg',
): Promise<string> {
  const { uploadUrl, fileUrl } = await user.client.users.pictureUploadUrl({ body: { fileType } })
  expect((await send(test, uploadUrl, body, fileType)).ok).toBe(true)
  return fileUrl
}

const choose = (user: TestUser, profilePicture: string | null) =>
  user.client.users.picture({ body: { profilePicture } })
const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)
const get = (test: TestServer, address: string) => fetch(test.url + address)

const s3 = await useS3()
const s3WithoutCors = await useS3({ cors: false })

describe.each([
  ['on disk', {}, (test: TestServer) => path.join(test.dataDir, 'files')],
  ...(s3 ? [['in a bucket', { STORAGE_URL: s3.url }, () => s3.folder] as const] : []),
  ...(s3WithoutCors
    ? [['in a bucket without CORS', { STORAGE_URL: s3WithoutCors.url }, () => s3WithoutCors.folder] as const]
    : []),
] as const)('a profile picture stored %s', (_, env, folderOf) => {
  let test: TestServer
  beforeAll(async () => {
    test = await startServer({ env })
  })
  afterAll(() => test.stop())
  const stored = (): string[] =>
    readdirSync(folderOf(test), { recursive: true, encoding: 'utf8' }).filter(name =>
      /(uploads|pictures)\/./.test(name),
    )
  const countStored = (part: string) => stored().filter(name => name.includes(part)).length

  it('re-encodes a profile picture as a square, upright WebP without metadata [ASVS 3.2.1]', async () => {
    const user = await test.newUser()
    const { profilePicture, email } = await choose(user, await upload(test, user, bytesOf(await photo())))
    expect([email, profilePicture]).toEqual([user.email, expect.stringMatching(/^\/pictures\/[0-9a-f]{32}\.webp$/)])
    expect((await user.client.users.profile()).profilePicture).toBe(profilePicture)

    const response = await get(test, profilePicture!)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    })
    const metadata = await sharp(bytes).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('canary-camera')).toBe(false)
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => [...data.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3)]
    expect(pixel(256, 40)[0]).toBeGreaterThan(200)
    expect(pixel(256, 470)[2]).toBeGreaterThan(200)
    // The uploaded file itself was deleted.
    expect([countStored('uploads/'), countStored('pictures/') > 0]).toEqual([0, true])
  })

  it('deletes the previous profile picture when it is replaced or removed', async () => {
    const user = await test.newUser()
    const first = await choose(user, await upload(test, user, bytesOf(await photo())))
    const second = await choose(user, await upload(test, user, bytesOf(blackPng(64, 64)), 'image/png'))
    expect(second.profilePicture).not.toBe(first.profilePicture)
    expect((await get(test, first.profilePicture!)).status).toBe(404)
    expect((await get(test, second.profilePicture!)).status).toBe(200)
    expect((await choose(user, null)).profilePicture).toBeNull()
    expect((await get(test, second.profilePicture!)).status).toBe(404)
    expect((await choose(user, null)).profilePicture).toBeNull()
  })

  it('rejects a profile picture that is another user’s upload, already used, never uploaded, or hosted elsewhere', async () => {
    const [owner, other] = [await test.newUser(), await test.newUser()]
    const fileUrl = await upload(test, owner, bytesOf(await photo()))
    const unsent = await other.client.users.pictureUploadUrl({ body: { fileType: 'image/png' } })
    const foreign = [
      fileUrl,
      unsent.fileUrl,
      'https://evil.example/me.png',
      'http://169.254.169.254/latest/meta-data',
      'javascript:alert(1)',
      '/uploads/../secrets.json',
      '/thumbnails/ryPGNFRu8mk.jpg',
      '',
    ]
    for (const address of foreign)
      expect(await refusal(choose(other, address))).toMatchObject({ status: 400, code: 'upload_unknown' })
    expect((await other.client.users.profile()).profilePicture).toBeNull()
    const { profilePicture } = await choose(owner, fileUrl)
    expect(await refusal(choose(owner, fileUrl))).toMatchObject({ status: 400, code: 'upload_unknown' })
    expect((await owner.client.users.profile()).profilePicture).toBe(profilePicture)
  })

  it('sets a profile picture once when it is chosen many times at once', async () => {
    const user = await test.newUser()
    const fileUrl = await upload(test, user, bytesOf(await photo()))
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => choose(user, fileUrl)))
    expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toHaveLength(1)
  })

  const hostile: [what: string, bytes: () => Promise<Uint8Array> | Uint8Array][] = [
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect/></svg>')],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a script that begins like a GIF', () => Buffer.from('GIF89a=1;alert(document.domain)//'.padEnd(500, ' '))],
    ['a PNG of 16,000 by 16,000', () => blackPng(16_000, 16_000)],
    ['a PNG of 25 megapixels', () => blackPng(5_000, 5_000)],
    ['a truncated JPEG', async () => (await photo()).subarray(0, 2000)],
    ['only the first bytes of a PNG', () => blackPng(10, 10).subarray(0, 20)],
    ['an empty file', () => new Uint8Array()],
    ['noise', () => Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 251))],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
  ]
  it.each(hostile)('rejects %s as a profile picture [ASVS 1.3.4, 5.2.2, 5.2.3] [threat 12]', async (_, bytes) => {
    const user = await test.newUser()
    const fileUrl = await upload(test, user, new Uint8Array(await bytes()), 'image/png')
    const startedAt = performance.now()
    expect(await refusal(choose(user, fileUrl))).toMatchObject({ status: 400, code: 'picture_unreadable' })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect((await user.client.users.profile()).profilePicture).toBeNull()
    expect(countStored('uploads/')).toBe(0)
  })

  it('removes data hidden behind a valid picture [ASVS 5.4.3] [threat 12]', async () => {
    const user = await test.newUser()
    const polyglot = Buffer.concat([
      await sharp({ create: { width: 40, height: 40, channels: 3, background: 'green' } })
        .gif()
        .toBuffer(),
      Buffer.from('/*canary*/;alert(1)//<script src=x></script>'),
    ])
    const { profilePicture } = await choose(user, await upload(test, user, bytesOf(polyglot), 'image/gif'))
    const bytes = Buffer.from(await (await get(test, profilePicture!)).arrayBuffer())
    expect([bytes.includes('canary'), bytes.includes('script')]).toEqual([false, false])
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
  })

  it('rejects a profile picture larger than 5 MiB [ASVS 5.2.1]', async () => {
    const user = await test.newUser()
    const { uploadUrl, fileUrl } = await user.client.users.pictureUploadUrl({ body: { fileType: 'image/png' } })
    const big = Buffer.concat([blackPng(100, 100), Buffer.alloc(5 * 2 ** 20)])
    const sent = await send(test, uploadUrl, bytesOf(big), 'image/png')
    // A storage that browsers upload to directly accepts any size, so we stop reading at the limit.
    const expected = sent.ok ? 'picture_unreadable' : 'upload_unknown'
    expect(await refusal(choose(user, fileUrl))).toMatchObject({ status: 400, code: expected })
    expect(countStored('uploads/')).toBe(0)
  })

  it('accepts a picture upload only with the announced type and for ten minutes', async () => {
    const user = await test.newUser()
    const { uploadUrl } = await user.client.users.pictureUploadUrl({ body: { fileType: 'image/png' } })
    const refused = [
      await send(test, uploadUrl, 'x', 'text/html'),
      await send(test, uploadUrl.replace(/uploads\/\w{4}/, 'uploads/0000'), 'x', 'image/png'),
      await send(
        test,
        uploadUrl.replace(/(expires|Expires)=(\d+)/i, (_, name, at) => `${name}=${Number(at) + 1}`),
        'x',
        'image/png',
      ),
      await send(
        test,
        uploadUrl.replace(/signature=..../i, match => `${match.slice(0, -4)}0000`),
        'x',
        'image/png',
      ),
    ]
    expect(refused.map(answer => answer.status)).toEqual([403, 403, 403, 403])
    expect((await send(test, uploadUrl, 'x', 'image/png')).ok).toBe(true)
    await test.server.services.housekeeping()
  })

  it('deletes an uploaded picture that was not chosen after a day', async () => {
    const user = await test.newUser()
    const fileUrl = await upload(test, user, bytesOf(blackPng(8, 8)), 'image/png')
    test.clock.advance(dayMs - minuteMs)
    await test.server.services.housekeeping()
    expect(countStored('uploads/')).toBeGreaterThan(0)
    test.clock.advance(2 * minuteMs)
    await test.server.services.housekeeping()
    expect(countStored('uploads/')).toBe(0)
    expect(await refusal(choose(user, fileUrl))).toMatchObject({ status: 400, code: 'upload_unknown' })
    test.clock.advance(10 * minuteMs)
    await test.server.services.housekeeping()
    const rows = await test.server.services.database.db.selectFrom('uploads').selectAll().execute()
    expect(rows).toEqual([])
  })
})

describe('requesting an upload URL for a profile picture', async () => {
  const test = await useServer({ env: { ALLOWED_ORIGINS: 'capacitor://localhost' } })
  const request = createApiCaller(test.url)

  it('returns an upload URL on both paths of the specification', async () => {
    const { token } = await test.newUser()
    for (const address of ['profile-picture-upload-url', 'profile-picture/upload-url']) {
      const target = await request(`/api/users/${address}/`, withToken(token, json({ fileType: 'image/webp' })))
      expect([target.status, Object.keys(target.json).sort()]).toEqual([200, ['fileUrl', 'uploadUrl']])
      expect(target.json.uploadUrl.startsWith(target.json.fileUrl)).toBe(true)
    }
  })

  it.each([
    'text/html',
    'application/pdf',
    'image',
    'image/',
    '',
    'image/png\r\nX-Evil: 1',
    'imagex/png',
    ' image/png',
    null,
    7,
  ])('refuses an upload URL for the file type %j', async fileType => {
    const { token } = await test.newUser()
    const refused = await request('/api/users/profile-picture-upload-url', withToken(token, json({ fileType })))
    expect([refused.status, refused.json.error]).toEqual([400, 'Please select an image file'])
  })

  it('allows twenty upload URLs an hour', async () => {
    const { client } = await test.newUser()
    for (let times = 0; times < 20; times++) await client.users.pictureUploadUrl({ body: { fileType: 'image/png' } })
    expect(await refusal(client.users.pictureUploadUrl({ body: { fileType: 'image/png' } }))).toMatchObject({
      status: 429,
    })
  })
})

it.skipIf(!s3 || !s3WithoutCors)('lets browsers upload directly only to a bucket with CORS', async () => {
  const hosts = await Promise.all(
    [s3!, s3WithoutCors!].map(async ({ url }) => {
      const test = await startServer({ env: { STORAGE_URL: url } })
      try {
        const { client } = await test.newUser()
        const { uploadUrl } = await client.users.pictureUploadUrl({ body: { fileType: 'image/png' } })
        return new URL(uploadUrl, test.url).origin === test.url ? 'ours' : new URL(uploadUrl).origin
      } finally {
        await test.stop()
      }
    }),
  )
  expect(hosts).toEqual([s3!.endpoint, 'ours'])
})

describe.each([['on disk', {}], ...(s3 ? [['in a bucket', { STORAGE_URL: s3.url }] as const] : [])] as const)(
  'uploading a profile picture that is stored %s from a phone app',
  async (_, env) => {
    const test = await useServer({ env: { ALLOWED_ORIGINS: 'capacitor://localhost', ...env } })
    const request = createApiCaller(test.url)

    it('gives the phone app an upload URL that its pages can send to', async () => {
      const user = await test.newUser()
      const Origin = 'capacitor://localhost'
      const call = withToken(user.token, json({ fileType: 'image/png' }))
      const target = await request('/api/users/profile-picture-upload-url', {
        ...call,
        headers: { ...call.headers, Origin },
      })
      const { uploadUrl, fileUrl } = target.json
      const preflight = await request(uploadUrl, { method: 'OPTIONS', headers: { Origin } })
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, Origin])
      const sent = await request(uploadUrl, {
        method: 'PUT',
        headers: { Origin, 'Content-Type': 'image/png' },
        body: readFileSync(path.resolve(import.meta.dirname, '../../../../web/public/icon-192.png')),
      })
      expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([204, Origin])
      expect((await choose(user, fileUrl)).profilePicture).toMatch(/^\/pictures\//)
    })
  },
)

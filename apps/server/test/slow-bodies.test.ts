import { existsSync, readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startFakeStt } from '@recaps/fake-stt'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { unavailableSpeech } from './silent-speech.ts'
import { type TestServer, useServer } from './start-server.ts'
import { eventually } from './wait-for.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** A client that sends a chunked body as slowly as it likes, and never closes its side of the connection. */
interface SlowClient {
  send(bytes: Uint8Array | string): void
  /** Sends two bytes every 100 ms until the server closes the connection. */
  drip(): void
  end(): void
  /** Resolves with the status of the first answer as soon as its headers have arrived. */
  answered: Promise<number>
  /** Resolves with the first answer once the server has closed the connection. */
  closed: Promise<{ status: number; code: string }>
}

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

function openSlowly({ url }: TestServer, request: string, headers: Record<string, string>): SlowClient {
  const { port, hostname } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  sockets.push(socket)
  let answer = ''
  const answered = new Promise<number>(resolve =>
    socket.on('data', data => {
      answer += data
      if (answer.includes('\r\n\r\n')) resolve(Number(answer.split(' ')[1]))
    }),
  )
  socket.on('error', () => {})
  const lines = Object.entries({ Host: hostname, 'Transfer-Encoding': 'chunked', ...headers })
  socket.write(`${request} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`)
  const send = (bytes: Uint8Array | string) => {
    if (!socket.writable) return
    socket.write(`${Buffer.byteLength(bytes).toString(16)}\r\n`)
    socket.write(bytes)
    socket.write('\r\n')
  }
  const drip = () => {
    const timer = setInterval(() => send('ab'), 100)
    socket.once('close', () => clearInterval(timer))
  }
  // The server may have closed only its own side. Writing shows whether the connection is closed.
  socket.once('end', drip)
  return {
    send,
    drip,
    end: () => void socket.write('0\r\n\r\n'),
    answered,
    closed: new Promise(resolve =>
      socket.once('close', () => {
        const [head = '', body = ''] = answer.split('\r\n\r\n')
        resolve({ status: Number(head.split(' ')[1]), code: /"code":"(\w+)"/.exec(body)?.[1] ?? '' })
      }),
    ),
  }
}

const bearer = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` })
const slowUpload = (test: TestServer, user: { token: string }) =>
  openSlowly(test, 'POST /api/summaries/upload?name=talk.vtt', {
    ...bearer(user),
    'Content-Type': 'application/octet-stream',
  })

/** Sizes of the buffered uploads on the disk, in bytes. */
function bufferedSizes({ dataDir }: TestServer): number[] {
  const folder = path.join(dataDir, 'cache', 'uploads')
  return existsSync(folder) ? readdirSync(folder).map(name => statSync(path.join(folder, name)).size) : []
}

const untilBuffered = (test: TestServer, bytes: number) =>
  eventually(
    async () => bufferedSizes(test).reduce((sum, size) => sum + size, 0),
    sum => sum >= bytes,
  )

const recording = (bytes: number) => Buffer.concat([Buffer.from('ID3'), Buffer.alloc(bytes - 3, 7)])

describe('a body that arrives slowly', async () => {
  const requestMs = 6_000
  const test = await useServer({
    ports: { speech: unavailableSpeech },
    requestTimeouts: { headersMs: 2_000, requestMs, minBytesPerSecond: 64_000 },
  })

  it('slow captions of many users take hardly any memory, time out, and leave no file', async () => {
    const users = await Promise.all(Array.from({ length: 7 }, () => test.newUser()))
    collectGarbage()
    const before = process.memoryUsage().arrayBuffers
    const captions = Buffer.alloc(5 * 2 ** 20 - 1_000, 'x')
    const clients = users.flatMap(user => Array.from({ length: 3 }, () => slowUpload(test, user)))
    for (const client of clients) client.send(captions)
    await untilBuffered(test, clients.length * captions.byteLength)
    for (const client of clients) client.drip()
    collectGarbage()
    expect((process.memoryUsage().arrayBuffers - before) / 2 ** 20).toBeLessThan(30)
    for (const client of clients) expect(await client.closed).toEqual({ status: 408, code: 'too_slow' })
    await eventually(
      async () => bufferedSizes(test),
      sizes => sizes.length === 0,
    )
  })

  it('the fourth slow upload of one user is refused before its body is read [threat 17]', async () => {
    const user = await test.newUser()
    const first = [slowUpload(test, user), slowUpload(test, user), slowUpload(test, user)]
    for (const client of first) client.send('WEBVTT\n\n'.padEnd(100))
    await untilBuffered(test, 300)
    const refused = Array.from({ length: 37 }, () => slowUpload(test, user))
    for (const client of refused) client.drip()
    for (const client of refused) expect(await client.closed).toEqual({ status: 429, code: 'too_many_uploads' })
    expect((await slowUpload(test, await test.newUser()).closed).status).toBe(408)
    for (const client of first) expect((await client.closed).status).toBe(408)
    const again = slowUpload(test, user)
    again.send('WEBVTT\n\n00:00:01.000 --> 00:00:09.000\nGood morning.\n')
    again.end()
    await eventually(
      async () => bufferedSizes(test),
      sizes => sizes.length === 0,
    )
  })

  it('slow profile pictures of one user are limited like other uploads', async () => {
    const user = await test.newUser()
    const { uploadUrl } = await user.client.users.pictureUploadUrl({ body: { fileType: 'image/png' } })
    const clients = Array.from({ length: 4 }, () =>
      openSlowly(test, `PUT ${uploadUrl}`, { 'Content-Type': 'image/png' }),
    )
    const answers = await Promise.all(clients.map(({ closed }) => closed))
    expect(answers.filter(({ code }) => code === 'too_many_uploads')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 408)).toHaveLength(3)
  })

  it('a slow upload without a valid token is refused before its body is read', async () => {
    const startedAt = performance.now()
    const client = slowUpload(test, { token: 'nobody' })
    client.drip()
    expect(await client.closed).toEqual({ status: 401, code: 'unauthorized' })
    expect(performance.now() - startedAt).toBeLessThan(requestMs)
  })

  it.each([
    ['one user', 'POST /api/schedules/import', 20],
    ['one network without a session', 'POST /api/auth/register', 50],
  ])('slow JSON bodies from %s are refused above a limit', async (who, request, limit) => {
    const user = who === 'one user' ? bearer(await test.newUser()) : {}
    const headers = { ...user, 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.77' }
    const clients = Array.from({ length: limit + 5 }, () => openSlowly(test, request, headers))
    for (const client of clients) client.send('{"')
    const answers = await Promise.all(clients.map(({ closed }) => closed))
    expect(answers.filter(({ code }) => code === 'too_many_requests')).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 408)).toHaveLength(limit)
  })
})

describe('a recording that arrives slowly', async () => {
  const stt = await startFakeStt({})
  afterAll(() => stt.close())
  const requestMs = 1_000
  const test = await useServer({
    ports: { speech: unavailableSpeech },
    env: { STT_URL: `${stt.url}/v1` },
    requestTimeouts: { headersMs: 1_000, requestMs, minBytesPerSecond: 20_000 },
  })

  it('a slow recording is accepted as long as it keeps up the minimum rate', async () => {
    const startedAt = performance.now()
    const client = slowUpload(test, await test.newUser())
    client.send(recording(20_000))
    for (let sent = 20_000; performance.now() - startedAt < 3 * requestMs; sent += 20_000) {
      await untilBuffered(test, sent)
      await new Promise(resolve => setTimeout(resolve, requestMs / 5))
      client.send(Buffer.alloc(20_000, 7))
    }
    client.end()
    expect(await client.answered).toBe(202)
  })

  it('a recording that falls below the minimum rate is aborted, even if most of it has arrived', async () => {
    const client = slowUpload(test, await test.newUser())
    client.send(recording(5 * 2 ** 20))
    await untilBuffered(test, 5 * 2 ** 20)
    client.drip()
    expect(await client.closed).toEqual({ status: 408, code: 'too_slow' })
    await eventually(
      async () => bufferedSizes(test),
      sizes => sizes.length === 0,
    )
  })

  it('a slow body gets the longer timeout of recordings only once it is recognized as one', async () => {
    const client = slowUpload(test, await test.newUser())
    client.send('ID')
    expect(await client.closed).toEqual({ status: 408, code: 'too_slow' })
  })
})

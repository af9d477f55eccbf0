import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useS3 } from '../../../test/s3-server.ts'
import { eventually } from '../../../test/wait-for.ts'
import { findCorsProblem, withCorsCheck } from './cors-check.ts'
import { s3Storage } from './s3.ts'

const origin = 'https://recaps.example'
const upload = { contentType: 'image/png', lifeMs: 60_000 }

describe.each([
  ['*', null],
  [origin, null],
  [
    'https://other.example',
    'it answered the preflight request from https://recaps.example with HTTP 204 without allowing it',
  ],
  [false, 'it answered the preflight request from https://recaps.example with HTTP 403 without allowing it'],
] as const)('versitygw bucket with the CORS origin %s', async (cors, problem) => {
  const server = await useS3({ cors })
  if (!server) return
  const { endpoint, bucket, accessKeyId, secretAccessKey } = server
  const storage = s3Storage({
    ...{ endpoint, publicEndpoint: endpoint, region: 'us-east-1', pathStyle: true },
    ...{ bucket, accessKeyId, secretAccessKey },
  })

  it(`detects whether a bucket with the CORS origin ${cors} allows browser requests`, async () => {
    expect(await findCorsProblem(storage, origin)).toBe(problem)
    const sentences: string[] = []
    const open = await withCorsCheck(storage, {
      origin,
      name: 'The bucket',
      onChange: line => sentences.push(line),
    })
    const target = await open.uploadTarget('uploads/one', upload)
    expect(target === null).toBe(problem !== null)
    expect((await open.link('uploads/one', upload)) === null).toBe(problem !== null)
    expect(sentences).toEqual(
      problem === null
        ? []
        : [
            `The bucket does not allow browser requests (${problem}), so pictures and audio pass through this server. Set a CORS rule that allows ` +
              'GET, HEAD and PUT from https://recaps.example with the header Content-Type (docs/storage.md has it for AWS, R2, MinIO and versitygw).',
          ],
    )
    await storage.put('uploads/kept', new Uint8Array([1]))
    expect(await storage.get('uploads/kept')).toEqual(Buffer.from([1]))
  })
})

/** Response headers by method, and the status of the preflight response. */
type Rule = Partial<Record<'OPTIONS' | 'PUT' | 'GET', Record<string, string>>> & { status?: number }

/** Starts a storage whose CORS rule can be changed. */
async function startStorage(rule: Rule) {
  const state = { rule, files: new Map<string, Buffer>() }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const method = request.method as 'OPTIONS' | 'PUT' | 'GET'
    if (method === 'PUT') state.files.set(request.url!, Buffer.concat(await Array.fromAsync(request)))
    response.writeHead(method === 'OPTIONS' ? (state.rule.status ?? 200) : 200, state.rule[method] ?? {})
    response.end(method === 'GET' ? state.files.get(request.url!) : undefined)
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const unused = () => Promise.reject(new Error('not used in this test'))
  const storage = {
    ...{ put: unused, get: unused, size: unused, open: unused, list: unused, sweep: unused },
    delete: async (name: string) => void state.files.delete(`/${name}`),
    uploadTarget: async (name: string) => `${url}/${name}`,
    link: async (name: string) => `${url}/${name}`,
  }
  return { state, storage, server }
}

const all = { 'access-control-allow-origin': '*' }
const preflight = { ...all, 'access-control-allow-methods': 'GET, PUT', 'access-control-allow-headers': 'Content-Type' }
const open: Rule = { OPTIONS: preflight, PUT: all, GET: all }

describe('CORS check of a bucket', () => {
  it.each<[string, Rule, string | null]>([
    ['allows everything that is needed', open, null],
    [
      'allows all methods and headers',
      {
        ...open,
        OPTIONS: { ...all, 'access-control-allow-methods': '*', 'access-control-allow-headers': '*' },
      },
      null,
    ],
    [
      'names the origin',
      { OPTIONS: { ...preflight, 'access-control-allow-origin': origin }, PUT: all, GET: all },
      null,
    ],
    [
      'names more than one origin, which browsers reject',
      { ...open, OPTIONS: { ...preflight, 'access-control-allow-origin': `${origin}, https://b.example` } },
      'it answered the preflight request from https://recaps.example with HTTP 200 without allowing it',
    ],
    [
      'redirects the preflight request',
      { ...open, status: 301 },
      'it answered the preflight request from https://recaps.example with HTTP 301 without allowing it',
    ],
    [
      'allows only reading',
      { ...open, OPTIONS: { ...preflight, 'access-control-allow-methods': 'GET, HEAD' } },
      'its CORS rule does not allow PUT',
    ],
    [
      'allows no headers',
      { ...open, OPTIONS: { ...all, 'access-control-allow-methods': 'PUT' } },
      'its CORS rule does not allow the header Content-Type',
    ],
    [
      'does not cover the upload itself',
      { ...open, PUT: {} },
      'it answered the upload from https://recaps.example with HTTP 200 without allowing it',
    ],
    ['allows only uploading', { ...open, GET: {} }, 'its CORS rule does not allow GET from https://recaps.example'],
  ])('finds the CORS problem, if any, of a bucket whose rule %s', async (_, rule, problem) => {
    const { storage, state } = await startStorage(rule)
    expect(await findCorsProblem(storage, origin)).toBe(problem)
    expect(state.files.size).toBe(0)
  })

  it('reports an unreachable bucket without its signed URL', async () => {
    const { storage, server } = await startStorage(open)
    server.close()
    expect(await findCorsProblem(storage, origin)).toBe('the check failed: ECONNREFUSED')
  })

  it('notices a CORS rule that is added or removed at runtime', async () => {
    const { storage, state } = await startStorage({})
    const sentences: string[] = []
    const options = { origin, name: 'It', onChange: (line: string) => void sentences.push(line), recheckAfterMs: -1 }
    const watched = await withCorsCheck(storage, options)
    const isUsed = async () => (await watched.link('audio/a.mp3', upload)) !== null
    expect(await isUsed()).toBe(false)
    state.rule = open
    await eventually(isUsed, used => used)
    state.rule = {}
    await eventually(isUsed, used => !used)
    expect(sentences).toHaveLength(3)
    expect(sentences[1]).toBe(
      'It now allows requests from https://recaps.example: pictures and audio no longer pass through this server.',
    )
  })
})

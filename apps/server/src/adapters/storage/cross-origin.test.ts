import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useS3 } from '../../../test/s3-server.ts'
import { eventually } from '../../../test/waiting.ts'
import { crossOriginTrouble, storageForBrowsers } from './cross-origin.ts'
import { s3Storage } from './s3.ts'

const origin = 'https://recaps.example'
const upload = { contentType: 'image/png', lifeMs: 60_000 }

describe.each([
  ['*', null],
  [origin, null],
  ['https://other.example', 'it answers 204 to the preflight of https://recaps.example'],
  [false, 'it answers 403 to the preflight of https://recaps.example'],
] as const)('a bucket of versitygw that lets in %s', async (cors, trouble) => {
  const server = await useS3({ cors })
  if (!server) return
  const { endpoint, bucket, accessKeyId, secretAccessKey } = server
  const storage = s3Storage({
    ...{ endpoint, publicEndpoint: endpoint, region: 'us-east-1', pathStyle: true },
    ...{ bucket, accessKeyId, secretAccessKey },
  })

  it('is told apart, and nothing is left in it', async () => {
    expect(await crossOriginTrouble(storage, origin)).toBe(trouble)
    const sentences: string[] = []
    const open = await storageForBrowsers(storage, {
      origin,
      name: 'The bucket',
      onChange: line => sentences.push(line),
    })
    const target = await open.uploadTarget('uploads/one', upload)
    expect(target === null).toBe(trouble !== null)
    expect((await open.link('uploads/one', upload)) === null).toBe(trouble !== null)
    expect(sentences).toEqual(
      trouble === null
        ? []
        : [
            `The bucket cannot be used by browsers (${trouble}), so pictures and audio pass through this server: set a CORS rule that allows ` +
              'GET, HEAD and PUT from https://recaps.example with the header Content-Type (docs/storage.md has it for AWS, R2, MinIO and versitygw).',
          ],
    )
    await storage.put('uploads/kept', new Uint8Array([1]))
    expect(await storage.get('uploads/kept')).toEqual(Buffer.from([1]))
  })
})

/** What a storage answers to a page: the headers of each method. */
type Rule = Partial<Record<'OPTIONS' | 'PUT' | 'GET', Record<string, string>>> & { status?: number }

/** A storage of one file, whose rule can be changed. */
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
  const none = () => Promise.reject(new Error('not asked here'))
  const storage = {
    ...{ put: none, get: none, size: none, open: none, list: none, sweep: none },
    delete: async (name: string) => void state.files.delete(`/${name}`),
    uploadTarget: async (name: string) => `${url}/${name}`,
    link: async (name: string) => `${url}/${name}`,
  }
  return { state, storage, server }
}

const all = { 'access-control-allow-origin': '*' }
const preflight = { ...all, 'access-control-allow-methods': 'GET, PUT', 'access-control-allow-headers': 'Content-Type' }
const open: Rule = { OPTIONS: preflight, PUT: all, GET: all }

describe('the rule of a bucket', () => {
  it.each<[string, Rule, string | null]>([
    ['allows all that is needed', open, null],
    [
      'allows whatever there is',
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
      'names more than one origin, which browsers refuse',
      { ...open, OPTIONS: { ...preflight, 'access-control-allow-origin': `${origin}, https://b.example` } },
      'it answers 200 to the preflight of https://recaps.example',
    ],
    ['answers with a redirect', { ...open, status: 301 }, 'it answers 301 to the preflight of https://recaps.example'],
    [
      'allows reading alone',
      { ...open, OPTIONS: { ...preflight, 'access-control-allow-methods': 'GET, HEAD' } },
      'its rule does not allow PUT',
    ],
    [
      'allows no header',
      { ...open, OPTIONS: { ...all, 'access-control-allow-methods': 'PUT' } },
      'its rule does not allow the header Content-Type',
    ],
    ['is not there once a file is sent', { ...open, PUT: {} }, 'it answers 200 to a file of https://recaps.example'],
    ['allows sending alone', { ...open, GET: {} }, 'its rule does not allow GET from https://recaps.example'],
  ])('that %s is told', async (_, rule, trouble) => {
    const { storage, state } = await startStorage(rule)
    expect(await crossOriginTrouble(storage, origin)).toBe(trouble)
    expect(state.files.size).toBe(0)
  })

  it('cannot be tried where the bucket is not reached, and the address stays secret', async () => {
    const { storage, server } = await startStorage(open)
    server.close()
    expect(await crossOriginTrouble(storage, origin)).toBe('it could not be tried: ECONNREFUSED')
  })

  it('is noticed when it is set and when it is lost while the server runs', async () => {
    const { storage, state } = await startStorage({})
    const sentences: string[] = []
    const options = { origin, name: 'It', onChange: (line: string) => void sentences.push(line), lookAgainAfterMs: -1 }
    const watched = await storageForBrowsers(storage, options)
    const isUsed = async () => (await watched.link('audio/a.mp3', upload)) !== null
    expect(await isUsed()).toBe(false)
    state.rule = open
    await eventually(isUsed, used => used)
    state.rule = {}
    await eventually(isUsed, used => !used)
    expect(sentences).toHaveLength(3)
    expect(sentences[1]).toBe(
      'Pages of https://recaps.example may use It now: pictures and audio no longer pass through this server.',
    )
  })
})

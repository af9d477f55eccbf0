import { randomBytes } from 'node:crypto'
import type { Storage } from '../../ports/storage.ts'

/** A bucket that is slow is no reason to start late. */
const patienceMs = 5_000
/** A rule that is set, or lost, while the server runs is noticed after so long. */
const lookAgainAfterMs = 5 * 60_000

interface BrowserOptions {
  /** Of our own pages. */
  origin: string
  /** How the operator knows it. */
  name: string
  /** Hears in a sentence that pages may not use it, and that they may again. */
  onChange(sentence: string): void
  lookAgainAfterMs?: number
}

/**
 * The same storage, to which browsers are sent only as long as it lets pages of ours send and read files (CORS); otherwise all goes through
 * this server. It is tried from here, with what a browser would send: that costs no visitor a failed request, holds for every page, worker
 * and export alike, and tells the operator. Where a bucket is reached by browsers alone and not from here, this server is the safe way too.
 */
export async function storageForBrowsers(storage: Storage, options: BrowserOptions): Promise<Storage> {
  const { origin, name, onChange } = options
  let trouble: string | null = null
  let lookedAt = 0
  let isLooking = false

  async function look(): Promise<void> {
    const before = trouble
    trouble = await crossOriginTrouble(storage, origin)
    lookedAt = performance.now()
    if (trouble && !before) onChange(toldOf(name, origin, trouble))
    if (!trouble && before)
      onChange(`Pages of ${origin} may use ${name} now: pictures and audio no longer pass through this server.`)
  }
  const isOpen = (): boolean => {
    if (!isLooking && performance.now() - lookedAt > (options.lookAgainAfterMs ?? lookAgainAfterMs)) {
      isLooking = true
      // Nobody waits for it.
      void look().finally(() => {
        isLooking = false
      })
    }
    return trouble === null
  }

  await look()
  return {
    ...storage,
    uploadTarget: async (file, upload) => (isOpen() ? await storage.uploadTarget(file, upload) : null),
    link: async (file, form) => (isOpen() ? await storage.link(file, form) : null),
  }
}

const toldOf = (name: string, origin: string, trouble: string): string =>
  `${name} cannot be used by browsers (${trouble}), so pictures and audio pass through this server: set a CORS rule that allows ` +
  `GET, HEAD and PUT from ${origin} with the header Content-Type (docs/storage.md has it for AWS, R2, MinIO and versitygw).`

/** Why a page of this origin cannot send a file to the storage and read it again; null where it can. */
export async function crossOriginTrouble(storage: Storage, origin: string): Promise<string | null> {
  const file = `uploads/${randomBytes(16).toString('hex')}`
  const contentType = 'image/png'
  const send = (url: string, method: string, headers: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) =>
    fetch(url, {
      method,
      headers: { Origin: origin, ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      ...(body ? { body } : {}),
    })
  try {
    const target = await storage.uploadTarget(file, { contentType, lifeMs: 60_000 })
    if (target === null) return null
    const asking = { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'content-type' }
    const preflight = await send(target, 'OPTIONS', asking)
    await preflight.body?.cancel()
    if (!preflight.ok || !letsIn(preflight, origin))
      return `it answers ${preflight.status} to the preflight of ${origin}`
    if (!allows(preflight, 'methods', 'PUT')) return 'its rule does not allow PUT'
    if (!allows(preflight, 'headers', 'content-type')) return 'its rule does not allow the header Content-Type'
    const sent = await send(target, 'PUT', { 'Content-Type': contentType }, new Uint8Array([1]))
    await sent.body?.cancel()
    if (!sent.ok || !letsIn(sent, origin)) return `it answers ${sent.status} to a file of ${origin}`
    const link = await storage.link(file, { contentType, lifeMs: 60_000 })
    const got = link === null ? null : await send(link, 'GET')
    await got?.body?.cancel()
    return got && !(got.ok && letsIn(got, origin)) ? `its rule does not allow GET from ${origin}` : null
  } catch (error) {
    return `it could not be tried: ${reasonOf(error)}`
  } finally {
    await storage.delete(file).catch(() => {})
  }
}

const letsIn = ({ headers }: Response, origin: string): boolean =>
  ['*', origin].includes(headers.get('access-control-allow-origin') ?? '')

const allows = ({ headers }: Response, what: 'methods' | 'headers', wanted: string): boolean =>
  (headers.get(`access-control-allow-${what}`) ?? '')
    .split(',')
    .some(allowed => allowed.trim() === '*' || allowed.trim().toLowerCase() === wanted.toLowerCase())

/** Never with the address, which is signed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'no answer'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

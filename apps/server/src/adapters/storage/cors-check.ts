import { randomBytes } from 'node:crypto'
import type { Storage } from '../../ports/storage.ts'

/** Limits how long a slow bucket delays the start. */
const timeoutMs = 5_000
/** How soon a rule that is added or removed at runtime is noticed. */
const recheckAfterMs = 5 * 60_000

interface BrowserOptions {
  /** Origin of the web app. */
  origin: string
  /** Name of the storage for the operator; starts the sentence for `onChange`. */
  name: string
  /** Called when the storage stops or starts to allow requests of the web app. */
  onChange(sentence: string): void
  recheckAfterMs?: number
}

/**
 * Sends browsers to the storage only as long as its CORS rule lets the web app upload and read files; otherwise all files pass through this
 * server. The server runs the check itself, with the requests that a browser would send: no user sees a failed request, one result covers
 * all pages, workers and exports, and the operator is notified. Files also pass through this server if only browsers can reach the bucket.
 */
export async function withCorsCheck(storage: Storage, options: BrowserOptions): Promise<Storage> {
  const { origin, name, onChange } = options
  let problem: string | null = null
  let checkedAt = 0
  let isChecking = false

  async function check(): Promise<void> {
    const previous = problem
    problem = await findCorsProblem(storage, origin)
    checkedAt = performance.now()
    if (problem && !previous) onChange(problemMessage(name, origin, problem))
    if (!problem && previous)
      onChange(`${name} now allows requests from ${origin}: pictures and audio no longer pass through this server.`)
  }
  const isOpen = (): boolean => {
    if (!isChecking && performance.now() - checkedAt > (options.recheckAfterMs ?? recheckAfterMs)) {
      isChecking = true
      // In the background.
      void check().finally(() => {
        isChecking = false
      })
    }
    return problem === null
  }

  await check()
  return {
    ...storage,
    uploadTarget: async (file, upload) => (isOpen() ? await storage.uploadTarget(file, upload) : null),
    link: async (file, form) => (isOpen() ? await storage.link(file, form) : null),
  }
}

const problemMessage = (name: string, origin: string, problem: string): string =>
  `${name} does not allow browser requests (${problem}), so pictures and audio pass through this server. Set a CORS rule that allows ` +
  `GET, HEAD and PUT from ${origin} with the header Content-Type (docs/storage.md has it for AWS, R2, MinIO and versitygw).`

/** Why pages of this origin cannot upload a file to the storage and read it, or null. */
export async function findCorsProblem(storage: Storage, origin: string): Promise<string | null> {
  const file = `uploads/${randomBytes(16).toString('hex')}`
  const contentType = 'image/png'
  const send = (url: string, method: string, headers: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) =>
    fetch(url, {
      method,
      headers: { Origin: origin, ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body ? { body } : {}),
    })
  try {
    const target = await storage.uploadTarget(file, { contentType, lifeMs: 60_000 })
    if (target === null) return null
    const preflightHeaders = {
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'content-type',
    }
    const preflight = await send(target, 'OPTIONS', preflightHeaders)
    await preflight.body?.cancel()
    if (!preflight.ok || !allowsOrigin(preflight, origin))
      return `it answered the preflight request from ${origin} with HTTP ${preflight.status} without allowing it`
    if (!allows(preflight, 'methods', 'PUT')) return 'its CORS rule does not allow PUT'
    if (!allows(preflight, 'headers', 'content-type')) return 'its CORS rule does not allow the header Content-Type'
    const uploaded = await send(target, 'PUT', { 'Content-Type': contentType }, new Uint8Array([1]))
    await uploaded.body?.cancel()
    if (!uploaded.ok || !allowsOrigin(uploaded, origin))
      return `it answered the upload from ${origin} with HTTP ${uploaded.status} without allowing it`
    const link = await storage.link(file, { contentType, lifeMs: 60_000 })
    const downloaded = link === null ? null : await send(link, 'GET')
    await downloaded?.body?.cancel()
    return downloaded && !(downloaded.ok && allowsOrigin(downloaded, origin))
      ? `its CORS rule does not allow GET from ${origin}`
      : null
  } catch (error) {
    return `the check failed: ${reasonOf(error)}`
  } finally {
    await storage.delete(file).catch(() => {})
  }
}

const allowsOrigin = ({ headers }: Response, origin: string): boolean =>
  ['*', origin].includes(headers.get('access-control-allow-origin') ?? '')

const allows = ({ headers }: Response, list: 'methods' | 'headers', name: string): boolean =>
  (headers.get(`access-control-allow-${list}`) ?? '')
    .split(',')
    .some(allowed => allowed.trim() === '*' || allowed.trim().toLowerCase() === name.toLowerCase())

/** Without the URL, which is signed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'no answer'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

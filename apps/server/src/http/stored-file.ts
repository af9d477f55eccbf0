import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import type { Storage } from '../ports/storage.ts'
import { parseRange } from './range.ts'

export interface StoredFileOptions {
  contentType: string
  /** `Cache-Control` of the file. */
  caching: string
  /** If set, browsers download the file under this name instead of showing it. */
  fileName?: string
  /** Returns the error for a file that is missing in the storage. Default: not found. */
  whenMissing?(): Promise<AppError>
}

/** Long enough to start the download, short enough that a leaked link is useless. */
const linkLifeMs = 60_000

/**
 * Answers a GET or HEAD with a stored file or one range of it. If browsers can reach the storage, redirects them there with a
 * link for a minute. They need a new link for every request, so our access checks still apply.
 */
export async function serveStoredFile(
  c: Context,
  storage: Storage,
  name: string,
  form: StoredFileOptions,
): Promise<Response> {
  const isHead = c.req.method === 'HEAD'
  const missingError = async () => (await form.whenMissing?.()) ?? new AppError('not_found')
  const size = await storage.size(name)
  if (size === null) throw await missingError()
  const link = isHead || isCrossOrigin(c) ? null : await storage.link(name, { ...form, lifeMs: linkLifeMs })
  if (link) return new Response(null, { status: 302, headers: { Location: link, 'Cache-Control': 'no-store' } })
  // Range requests are only defined for GET (RFC 9110 §14.2).
  const range = isHead ? undefined : parseRange(c.req.header('range'), size)
  const object = isHead ? null : await storage.open(name, range)
  if (!isHead && !object) throw await missingError()
  return new Response(object?.stream ?? null, {
    status: range ? 206 : 200,
    headers: {
      'Content-Type': form.contentType,
      'Content-Length': String(range ? range.last - range.first + 1 : size),
      'Accept-Ranges': 'bytes',
      'Cache-Control': form.caching,
      ETag: `"${name.slice(name.lastIndexOf('/') + 1)}"`,
      ...(form.fileName ? { 'Content-Disposition': `attachment; filename="${form.fileName}"` } : {}),
      ...(range ? { 'Content-Range': `bytes ${range.first}-${range.last}/${size}` } : {}),
    },
  })
}

/**
 * Cross-origin pages are not redirected: after a redirect to a third origin, browsers send `Origin: null`, which no storage
 * should allow.
 */
const isCrossOrigin = (c: Context): boolean => c.req.header('origin') !== undefined

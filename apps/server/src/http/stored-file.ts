import type { Context } from 'hono'
import { AppError } from '../errors.ts'
import type { Storage } from '../ports/storage.ts'
import { rangeOf } from './range.ts'

export interface StoredFileForm {
  contentType: string
  /** `Cache-Control` of the bytes. */
  caching: string
  /** Saved under this name rather than played or shown. */
  fileName?: string
  /** What the reader is told where the storage has lost it. */
  whenLost?(): Promise<AppError>
}

/** Long enough to begin to read, and worth nothing to who finds it later. */
const linkLifeMs = 60_000

/**
 * A stored object as the answer to a GET or HEAD, whole or in one range. A storage that browsers can reach sends it itself:
 * they are led there by a link of a minute, and come back to us, and to our checks, for every new one.
 */
export async function storedFile(c: Context, storage: Storage, name: string, form: StoredFileForm): Promise<Response> {
  const isHead = c.req.method === 'HEAD'
  const lost = async () => (await form.whenLost?.()) ?? new AppError('not_found')
  const size = await storage.size(name)
  if (size === null) throw await lost()
  const link = isHead || isOfOtherOrigin(c) ? null : await storage.link(name, { ...form, lifeMs: linkLifeMs })
  if (link) return new Response(null, { status: 302, headers: { Location: link, 'Cache-Control': 'no-store' } })
  // Ranges are of GET alone (RFC 9110 §14.2).
  const range = isHead ? undefined : rangeOf(c.req.header('range'), size)
  const object = isHead ? null : await storage.open(name, range)
  if (!isHead && !object) throw await lost()
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

/** A page of another origin, led on to a third, is called `null` there, which no storage should let in: it reads from us. */
const isOfOtherOrigin = (c: Context): boolean => c.req.header('origin') !== undefined

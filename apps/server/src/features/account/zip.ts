import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ZipPart {
  path: string
  content: string | Readable
  /** What is compressed already is only stored. */
  isCompressed?: boolean
  modifiedAt: Date
}

/**
 * A zip as a stream: a part is asked for when the one before it has been read to its end, and read as fast as the zip is,
 * so that no more than a few pieces are ever in memory.
 */
export async function* zipOf(parts: AsyncIterable<ZipPart>, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile()
  // Typed as the least it could be; it is a PassThrough.
  const output = zip.outputStream as Readable
  const left = new AbortController()
  const ended = AbortSignal.any([signal, left.signal])
  zip.on('error', error => output.destroy(error))
  const filled = fill(zip, parts, ended).catch(error => void output.destroy(error))
  try {
    yield* output
  } finally {
    left.abort()
    await filled
  }
}

async function fill(zip: ZipFile, parts: AsyncIterable<ZipPart>, signal: AbortSignal): Promise<void> {
  for await (const { path, content, isCompressed = false, modifiedAt } of parts) {
    signal.throwIfAborted()
    const stream = typeof content === 'string' ? Readable.from(Buffer.from(content)) : content
    try {
      const read = finished(stream, { writable: false, signal })
      zip.addReadStream(stream, path, { mtime: modifiedAt, compress: !isCompressed })
      await read
    } finally {
      stream.destroy()
    }
  }
  zip.end()
}

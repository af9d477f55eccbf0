import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ZipPart {
  path: string
  content: string | Readable
  /** Stored without compression because it is compressed already. */
  isCompressed?: boolean
  modifiedAt: Date
}

/**
 * Streams a zip file. Each part is opened only after the previous one has been read, and read only as fast as the zip is
 * consumed, so memory use stays small.
 */
export async function* createZipStream(
  parts: AsyncIterable<ZipPart>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile()
  // The declared type is too narrow: this is a PassThrough.
  const output = zip.outputStream as Readable
  const abandoned = new AbortController()
  const ended = AbortSignal.any([signal, abandoned.signal])
  zip.on('error', error => output.destroy(error))
  const filled = fill(zip, parts, ended).catch(error => void output.destroy(error))
  try {
    yield* output
  } finally {
    abandoned.abort()
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

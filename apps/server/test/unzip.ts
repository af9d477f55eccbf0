import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** The files of a zip by path. Throws if the zip is incomplete. */
export async function unzip(bytes: ArrayBuffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes))
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

/** What we use of packages that bring no types. */

declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Options {
    silent?: boolean
    directory: string
    configureBuckets?: { name: string; configs?: string[] }[]
  }
  export default class S3rver {
    constructor(options: Options)
    configureBuckets(): Promise<void>
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
}

declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  interface Entry {
    fileName: string
    compressionMethod: number
    uncompressedSize: number
  }
  interface ZipFile {
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
  }
  const yauzl: { fromBufferPromise(buffer: Buffer): Promise<ZipFile> }
  export default yauzl
}

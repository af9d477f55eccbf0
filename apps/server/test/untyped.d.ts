/** The parts that we use of packages without types. */

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

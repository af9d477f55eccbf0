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

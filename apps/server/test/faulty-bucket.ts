import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Server } from './start-s3.ts'

/** `fails` answers 500, `hangs` never answers, `full` allows reading but refuses new objects. */
export type BucketState = 'works' | 'fails' | 'hangs' | 'full'

export interface FaultyBucket {
  /** Value for STORAGE_URL. */
  url: string
  state: BucketState
  stop(): Promise<void>
}

/** A proxy in front of a real S3 server that can simulate failures. */
export async function startFaultyBucket(s3: S3Server): Promise<FaultyBucket> {
  const { hostname, port } = new URL(s3.endpoint)
  const server = createServer((incoming, response) => {
    incoming.on('error', () => {})
    response.on('error', () => {})
    const isRefused = bucket.state === 'fails' || (bucket.state === 'full' && incoming.method === 'PUT')
    if (bucket.state === 'hangs') return void incoming.resume()
    if (isRefused) {
      incoming.resume()
      const code = bucket.state === 'full' ? 'InsufficientStorage' : 'InternalError'
      response.writeHead(bucket.state === 'full' ? 507 : 500, { 'Content-Type': 'application/xml' })
      return void response.end(`<Error><Code>${code}</Code><Message>Try later</Message></Error>`)
    }
    const { method, url: path, headers } = incoming
    const outgoing = request({ hostname, port, method, path, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const bucket: FaultyBucket = {
    url: `s3://${s3.accessKeyId}:${s3.secretAccessKey}@${host}/${s3.bucket}?tls=off`,
    state: 'works',
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return bucket
}

import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface UpdatableServer extends AsyncDisposable {
  url: string
  /** Serves the newer build from now on. */
  update(): void
}

/**
 * Starts a proxy in front of the demo that acts as a server updated while pages are open. The newer build is the same app whose
 * entry script has another file name in the page and in the service worker, which is how the app tells builds apart.
 * `olderWorker` replaces the service worker script of the older build.
 */
export async function startUpdatableServer(demo: string, olderWorker?: string): Promise<UpdatableServer> {
  let isNewer = false
  const renameEntry = (text: string) => text.replaceAll(/assets\/app-([\w-]+)\.js/g, 'assets/app-$1.newer.js')
  const server = createServer((incoming, outgoing) => {
    // Drop these headers so that the demo answers uncompressed and never with 304: the text must be rewritable.
    const { 'accept-encoding': _encoding, 'if-none-match': _etag, host: _host, ...headers } = incoming.headers
    if (!isNewer && olderWorker !== undefined && incoming.url === '/service-worker.js') {
      outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
      return void outgoing.end(olderWorker)
    }
    const path = (incoming.url ?? '/').replace('.newer.js', '.js')
    const { port, hostname } = new URL(demo)
    const forwarded = request({
      port,
      hostname,
      path,
      method: incoming.method,
      headers: { ...headers, host: `${hostname}:${port}` },
    })
    forwarded.on('response', response => {
      const isText = /html/.test(response.headers['content-type'] ?? '') || path.startsWith('/service-worker.js')
      if (!isNewer || !isText) {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
        return
      }
      const { 'content-length': _length, etag: _tag, ...copiedHeaders } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, copiedHeaders)
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => outgoing.end(renameEntry(text)))
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    update: () => {
      isNewer = true
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TwoBuilds extends AsyncDisposable {
  url: string
  /** From now on the server has a newer build. */
  update(): void
}

/**
 * Stands before the demo as a server that is updated while pages are open. The newer build is the same app under another name of
 * its entry, which is what tells two builds apart: its page and its service worker name that one. The older build may have another
 * service worker.
 */
export async function twoBuilds(demo: string, olderWorker?: string): Promise<TwoBuilds> {
  let isNewer = false
  const renamed = (text: string) => text.replaceAll(/assets\/app-([\w-]+)\.js/g, 'assets/app-$1.newer.js')
  const server = createServer((asked, answer) => {
    // Neither packed nor answered with "as before".
    const { 'accept-encoding': _packed, 'if-none-match': _known, host: _host, ...headers } = asked.headers
    if (!isNewer && olderWorker !== undefined && asked.url === '/service-worker.js') {
      answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
      return void answer.end(olderWorker)
    }
    const path = (asked.url ?? '/').replace('.newer.js', '.js')
    const { port, hostname } = new URL(demo)
    const forwarded = request({
      port,
      hostname,
      path,
      method: asked.method,
      headers: { ...headers, host: `${hostname}:${port}` },
    })
    forwarded.on('response', response => {
      const isText = /html/.test(response.headers['content-type'] ?? '') || path.startsWith('/service-worker.js')
      if (!isNewer || !isText) {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
        return
      }
      const { 'content-length': _length, etag: _tag, ...kept } = response.headers
      answer.writeHead(response.statusCode ?? 502, kept)
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => answer.end(renamed(text)))
    })
    forwarded.on('error', () => answer.destroy())
    asked.pipe(forwarded)
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

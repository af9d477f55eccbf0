import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { findYtDlp } from '../../../../../../scripts/yt-dlp.ts'

export interface RealYtDlp {
  /** A script that runs the real yt-dlp and makes it trust the certificate of the proxy below. */
  path: string
  /** Sends the requests for every host to the fake. */
  proxy: string
  close(): Promise<void>
}

/** Sets up the real yt-dlp to use a fake in place of YouTube; null if yt-dlp or openssl is not installed. */
export async function setUpRealYtDlp(fakeUrl: string): Promise<RealYtDlp | null> {
  const real = findYtDlp()
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-yt-dlp-'))
  if (!real || !makeCertificates(folder)) {
    rmSync(folder, { recursive: true })
    return null
  }
  const program = path.join(folder, 'yt-dlp')
  const [python] = execFileSync(real.python, ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).split(
    '\n',
  )
  // Without `no-certifi`, yt-dlp would use the certificates that Python may bring along.
  writeFileSync(
    program,
    `#!/bin/sh\nexport PYTHONPATH='${real.wheel}' SSL_CERT_FILE='${folder}/ca.pem'\nexec '${python}' -m yt_dlp --compat-options no-certifi "$@"\n`,
    { mode: 0o755 },
  )
  const read = (name: string) => readFileSync(path.join(folder, name))
  const youtube = createHttpsServer({ key: read('youtube.key'), cert: read('youtube.pem') }, (incoming, answer) => {
    const headers = { ...incoming.headers, 'x-original-host': incoming.headers.host ?? '' }
    const outgoing = request(`${fakeUrl}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, upstream => {
      answer.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  const port = await listening(youtube)
  const sockets = new Set<Duplex>()
  const proxy = createHttpServer().on('connect', (_, client: Duplex) => {
    const socket = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(client)
      client.pipe(socket)
    })
    for (const end of [socket, client]) {
      sockets.add(end)
      end.on('error', () => socket.destroy())
    }
  })
  const proxyPort = await listening(proxy)
  return {
    path: program,
    proxy: `http://127.0.0.1:${proxyPort}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([proxy, youtube].map(server => new Promise(resolve => server.close(resolve))))
      rmSync(folder, { recursive: true })
    },
  }
}

const listening = (server: Server): Promise<number> =>
  new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

const hosts = ['*.youtube.com', '*.googleapis.com', '*.googlevideo.com', '*.ytimg.com'].map(host => `DNS:${host}`)

/** Creates a certificate authority (`ca.pem`) and its certificate for YouTube's hosts; false without openssl. */
function makeCertificates(folder: string): boolean {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const key = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`]
  const days = ['-days', '3650']
  try {
    const isAuthority = ['-addext', 'basicConstraints=critical,CA:TRUE']
    openssl('req', '-x509', ...key('ca'), '-out', 'ca.pem', '-subj', '/CN=Recaps tests', ...days, ...isAuthority)
    openssl('req', ...key('youtube'), '-out', 'youtube.csr', '-subj', '/CN=www.youtube.com')
    writeFileSync(path.join(folder, 'names'), `subjectAltName=${hosts.join(',')}\n`)
    const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names']
    openssl('x509', '-req', '-in', 'youtube.csr', ...signer, '-out', 'youtube.pem', ...days)
    return true
  } catch {
    return false
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from './wait-for.ts'

/** A proxy that only has an upstream configured. */
export interface BareProxy {
  port: number
  close(): Promise<void>
}

export const nginxPath = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)

/** Behaves like nginx's plain `proxy_pass`: sets `Host` to the upstream and adds no header that names the client. */
export async function startPlainProxy(upstreamPort: number): Promise<BareProxy> {
  const proxy = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, host: `127.0.0.1:${upstreamPort}`, connection: 'close' }
    const forwarded = request(
      { host: '127.0.0.1', port: upstreamPort, path: incoming.url, method: incoming.method, headers },
      upstream => {
        answer.writeHead(upstream.statusCode ?? 502, upstream.headers)
        upstream.pipe(answer)
      },
    )
    forwarded.on('error', () => answer.destroy())
    incoming.pipe(forwarded)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    async close() {
      proxy.closeAllConnections()
      await new Promise(resolve => proxy.close(resolve))
    },
  }
}

/** Real nginx with a plain `proxy_pass`. */
export async function startNginx(upstreamPort: number): Promise<BareProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-nginx-'))
  const port = await freePort()
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${path.join(folder, name)};`,
  )
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
http { access_log off; ${folders.join(' ')}
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${upstreamPort}; } } }`,
  )
  const child = spawn(nginxPath!, ['-p', folder, '-e', path.join(folder, 'error.log'), '-c', `${folder}/nginx.conf`], {
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await eventually(
    () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    isUp => isUp || child.exitCode !== null,
  )
  return {
    port,
    async close() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createNetServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

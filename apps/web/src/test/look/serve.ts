import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { thirdParties } from '@recaps/domain/third-parties'
import type { MemoryApi } from '../server/memory-api.ts'
import { serveThumbnail, serveTicks } from './media.ts'

/**
 * Serves the built app with the memory server as its API and the product's security headers, for use in a real browser. For
 * screenshots and tests only.
 */
export function serveApp(api: MemoryApi, port: number): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    answer(api, request, response).catch(error => {
      console.error(error)
      response.destroy()
    })
  })
  return new Promise(resolve => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const actualPort = typeof address === 'object' && address ? address.port : port
      resolve({
        url: `http://127.0.0.1:${actualPort}`,
        close: () => {
          server.closeAllConnections()
          server.close()
        },
      })
    })
  })
}

const dist = fileURLToPath(new URL('../../../dist', import.meta.url))
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** As strict as in production: nothing inline, no third parties except the payment service, Trusted Types. */
function policyOf({ world }: MemoryApi): string {
  const { scriptUrl } = world.payments
  const payments = scriptUrl ? ` ${new URL(scriptUrl).origin}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${payments}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    `connect-src 'self'${payments}`,
    "manifest-src 'self'",
    `frame-src 'self'${payments}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types service-worker payment-script',
  ].join('; ')
}

/** Origin of the app's pages on phones. */
export const phoneOrigin = 'https://localhost'

/** Allows CORS for the phone app, like the real server does. */
function allowPhoneApp(response: ServerResponse) {
  response.setHeader('Access-Control-Allow-Origin', phoneOrigin)
  response.setHeader('Access-Control-Allow-Credentials', 'true')
  response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type, range, x-api-version')
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE')
}

async function answer(api: MemoryApi, request: IncomingMessage, response: ServerResponse) {
  if (request.headers.origin === phoneOrigin) allowPhoneApp(response)
  if (request.method === 'OPTIONS') return response.writeHead(204).end()
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (/^\/(api|health|uploads)(\/|$)/.test(pathname)) return forward(api, request, response)
  if (pathname.startsWith('/thumbnails/')) return serveThumbnail(pathname, response)
  if (pathname.startsWith('/audio/')) return serveTicks(request, response, longestAudioMs(api))
  if (pathname.startsWith('/embed/')) return response.end('<!doctype html><body style="background:#222">')
  const file = join(dist, normalize(pathname))
  const isFile = existsSync(file) && statSync(file).isFile()
  const sent = isFile ? file : join(dist, 'app.html')
  response.writeHead(200, {
    'Content-Type': types[extname(sent)] ?? 'application/octet-stream',
    'Content-Security-Policy': policyOf(api),
  })
  if (isFile) createReadStream(sent).pipe(response)
  // The real server writes these facts into the page too.
  else
    response.end(
      readFileSync(sent, 'utf8').replace(
        '</head>',
        `<meta name="embed-base" content="http://${request.headers.host}">${facts}</head>`,
      ),
    )
}

/** Facts of an installation with everything set up. */
const facts = [
  ['support-email', 'support@recaps.example'],
  ['third-parties', thirdParties.join(' ')],
  ['sign-in', 'google apple'],
]
  .map(([name, content]) => `<meta name="${name}" content="${content}">`)
  .join('')

const longestAudioMs = (api: MemoryApi) =>
  Math.max(60_000, ...[...api.world.summaries.values()].map(summary => summary.audioDurationMs ?? 0))

async function forward(api: MemoryApi, request: IncomingMessage, response: ServerResponse) {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const apiResponse = await api.handle(
    new Request(new URL(request.url ?? '/', 'http://localhost'), {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {}),
    }),
  )
  response.writeHead(apiResponse.status, Object.fromEntries(apiResponse.headers))
  if (!apiResponse.body) return response.end()
  const body = Readable.fromWeb(apiResponse.body as Parameters<typeof Readable.fromWeb>[0])
  response.on('close', () => body.destroy())
  body.on('error', () => response.destroy())
  body.pipe(response)
}

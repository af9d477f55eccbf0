import type { ServerResponse } from 'node:http'

export type PlausibleFault =
  | { kind: 'status'; status: number }
  /** Never answers. */
  | { kind: 'hang' }
  | { kind: 'cut' }
  | { kind: 'garbage' }
  /** Sends an endless body. */
  | { kind: 'flood' }
  | { kind: 'redirect'; to: string }

export function sendFault(fault: PlausibleFault, response: ServerResponse): void {
  if (fault.kind === 'status') response.writeHead(fault.status).end('no')
  else if (fault.kind === 'cut') response.destroy()
  else if (fault.kind === 'garbage') response.writeHead(202, { 'content-type': 'application/json' }).end('<html>{{{')
  else if (fault.kind === 'redirect') response.writeHead(307, { location: fault.to }).end()
  else if (fault.kind === 'flood') flood(response)
}

function flood(response: ServerResponse): void {
  response.writeHead(202, { 'content-type': 'text/plain' })
  const more = () => void (response.writable && response.write('ok'.repeat(8_192), () => setImmediate(more)))
  more()
}

import type { ServerResponse } from 'node:http'

/** A fault of an endpoint; `times` limits how many requests fail, by default all until it is cleared. */
export type Fault = (
  | { kind: 'status'; status: number }
  /** No answer; the connection stays open. */
  | { kind: 'hang' }
  /** 200 with meaningless bytes. */
  | { kind: 'garbage' }
  /** 200 with JSON that never ends. */
  | { kind: 'endless' }
) & { times?: number }

export type Endpoint = 'discovery' | 'jwks' | 'token' | 'revocation' | 'authorization'

const paths: Record<Endpoint, RegExp> = {
  discovery: /^\/\.well-known\//,
  jwks: /^\/jwks$/,
  token: /^\/token$/,
  revocation: /^\/token\/revocation$/,
  authorization: /^\/auth$/,
}

export function createFaultRegistry() {
  const injected = new Map<Endpoint, { fault: Fault; remaining: number }>()
  return {
    inject: (endpoint: Endpoint, fault: Fault) =>
      void injected.set(endpoint, { fault, remaining: fault.times ?? Number.POSITIVE_INFINITY }),
    clear: () => injected.clear(),
    /** Returns the fault of the endpoint at this path and counts it as used. */
    take(path: string): Fault | undefined {
      const found = [...injected].find(([endpoint, { remaining }]) => remaining > 0 && paths[endpoint].test(path))
      if (!found) return undefined
      found[1].remaining -= 1
      return found[1].fault
    },
  }
}

export function sendFault(fault: Fault, response: ServerResponse): void {
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status, { 'Content-Type': 'application/json' }).end('{"error":"server_error"}')
      return
    case 'garbage':
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(')]}\'\n<html>{"keys":')
      return
    case 'endless':
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"padding":"')
      pour(response)
      return
    case 'hang':
  }
}

function pour(response: ServerResponse): void {
  const chunk = 'x'.repeat(64 * 1024)
  const more = () => {
    if (!response.destroyed && response.write(chunk)) setImmediate(more)
  }
  response.on('drain', more)
  more()
}

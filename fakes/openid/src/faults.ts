import type { ServerResponse } from 'node:http'

/** What goes wrong at an endpoint, and how often; without `times` it goes on until it is cleared. */
export type Fault = (
  | { kind: 'status'; status: number }
  /** No answer at all; the connection stays open. */
  | { kind: 'hang' }
  /** 200 and bytes that mean nothing. */
  | { kind: 'garbage' }
  /** 200 and JSON without an end. */
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

export function faultRegister() {
  const laid = new Map<Endpoint, { fault: Fault; left: number }>()
  return {
    lay: (endpoint: Endpoint, fault: Fault) =>
      void laid.set(endpoint, { fault, left: fault.times ?? Number.POSITIVE_INFINITY }),
    clear: () => laid.clear(),
    /** The fault on a path, counted as used. */
    take(path: string): Fault | undefined {
      const found = [...laid].find(([endpoint, { left }]) => left > 0 && paths[endpoint].test(path))
      if (!found) return undefined
      found[1].left -= 1
      return found[1].fault
    },
  }
}

export function answerWith(fault: Fault, response: ServerResponse): void {
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

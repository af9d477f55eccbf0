import { request } from 'node:http'

/**
 * Announces a request body and never sends it. Resolves with the response status, or null when the server keeps waiting for the
 * body until `signal` aborts.
 */
export const statusWithoutReading = (
  url: string,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<number | null> =>
  new Promise(resolve => {
    const sent = request(url, { method: 'POST', headers: { ...headers, 'Content-Length': '100000' } }, answer => {
      resolve(answer.statusCode ?? null)
      sent.destroy()
    })
    sent.on('error', () => resolve(null))
    signal.addEventListener('abort', () => sent.destroy())
    sent.write('{')
  })

import { request } from 'node:http'

/**
 * Announces a body and never sends it: the status that comes all the same, or null where the server waits for the body until
 * `signal` gives up.
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

import { request } from 'node:http'

export interface RawAnswer {
  status: number
  text: string
  headers: Record<string, unknown>
}

/** Sends a request to a port of this machine with the given headers unchanged: `fetch` does not allow setting `Host`. */
export const rawRequest = (
  port: number,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, answer => {
      let text = ''
      answer.on('data', chunk => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

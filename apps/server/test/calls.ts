export interface Call {
  method?: string
  headers?: Record<string, string>
  body?: RequestInit['body']
}

let networks = 0

/** Makes HTTP calls with any method, headers and body, and returns the raw response. Each call comes from its own network. */
export const createApiCaller =
  (url: string) =>
  async (path: string, call: Call = {}) => {
    const { method = 'GET', headers = {}, body = null } = call
    const network = { 'X-Forwarded-For': `10.${Math.floor(++networks / 250)}.${networks % 250}.9` }
    const answer = await fetch(url + path, { method, headers: { ...network, ...headers }, body })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: text.startsWith('{') ? JSON.parse(text) : null,
    }
  }

export const json = (body: unknown, call: Call = {}): Call => ({
  method: 'POST',
  ...call,
  headers: { 'Content-Type': 'application/json', ...call.headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

export const withToken = (token: string, call: Call = {}): Call => ({
  ...call,
  headers: { Authorization: `Bearer ${token}`, ...call.headers },
})

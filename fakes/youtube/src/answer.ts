/** An HTTP answer of the fake. */
export interface Answer {
  status: number
  contentType: string
  body: string | Uint8Array
  headers?: Record<string, string>
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  contentType: 'application/json; charset=UTF-8',
  body: typeof value === 'string' ? value : JSON.stringify(value),
})

export const html = (body: string, status = 200): Answer => ({ status, contentType: 'text/html; charset=utf-8', body })

export const bytes = (contentType: string, body: Uint8Array | string, status = 200): Answer => ({
  status,
  contentType,
  body,
})

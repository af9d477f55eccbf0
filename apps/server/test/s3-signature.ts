import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Checks AWS Signature Version 4 as its documentation writes it (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests),
 * in a header or in the query, because the stand-in for S3 takes every signature for right.
 */
export function isSigned(request: IncomingMessage, secret: string): boolean {
  const url = new URL(request.url!, 'http://x')
  const query = url.searchParams
  const header = /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
    request.headers.authorization ?? '',
  )
  const [scope, names, signature] = header
    ? [header[1]!, header[2]!, header[3]!]
    : [
        (query.get('X-Amz-Credential') ?? '').replace(/^[^/]+\//, ''),
        query.get('X-Amz-SignedHeaders') ?? '',
        query.get('X-Amz-Signature'),
      ]
  const date = header ? String(request.headers['x-amz-date']) : (query.get('X-Amz-Date') ?? '')
  if (!header && isOver(date, Number(query.get('X-Amz-Expires')))) return false
  query.delete('X-Amz-Signature')
  const sent = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const headers = names.split(';').map(name => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const body = header ? String(request.headers['x-amz-content-sha256']) : 'UNSIGNED-PAYLOAD'
  const canonical = [request.method, url.pathname, sent.join('&'), headers.join(''), names, body].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${secret}`)
  return hmac(key, text).toString('hex') === signature
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

function isOver(date: string, seconds: number): boolean {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  const signedAt = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  return !(Date.now() < signedAt + seconds * 1000)
}

import { createECDH, randomBytes } from 'node:crypto'
import ece from 'http_ece'
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { showOn } from './shown.ts'

/** What a browser shows of a push message: its words, and what the sender asked of the push service. */
export interface ShownMessage {
  title: string
  body: string
  path: string
  topic: string
  tag: string
  headers: { ttl: string; topic: string; urgency: string }
}

export interface Browser {
  /** As `JSON.stringify(subscription)` gives it. */
  subscription: string
  /** What can be seen: a message takes the place of the one with its tag. */
  shown: ShownMessage[]
  /** All that came, in order. */
  arrived: ShownMessage[]
  /** The push service forgets the subscription. */
  unsubscribe(): void
}

interface Request {
  host: string
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

const maxBytes = 4096

/** Browsers and their push service (RFC 8030), which believes nothing: the signature and the encryption are both checked. */
export function browsersAt(host: string) {
  const subscribed = new Map<string, (request: Request) => void>()

  return {
    open(): Browser {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16).toString('base64url')
      const path = `/wpush/${randomBytes(24).toString('base64url')}`
      const told: Pick<Browser, 'shown' | 'arrived'> = { shown: [], arrived: [] }
      subscribed.set(path, ({ body, headers }) => {
        const text = ece.decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth }).toString('utf8')
        const { ttl, topic, urgency } = headers
        showOn(told, { ...JSON.parse(text), headers: { ttl, topic, urgency } })
      })
      return {
        subscription: JSON.stringify({
          endpoint: `https://${host}${path}`,
          expirationTime: null,
          keys: { p256dh: pair.getPublicKey('base64url'), auth },
        }),
        ...told,
        unsubscribe: () => void subscribed.delete(path),
      }
    },

    /** The status of the push service's answer. */
    async take(request: Request): Promise<number> {
      const show = subscribed.get(request.path)
      if (!show) return 410
      if (!(await isSigned(request))) return 403
      if (!/^\d+$/.test(String(request.headers.ttl))) return 400
      if (!/^[\w-]{1,32}$/.test(String(request.headers.topic ?? 'none'))) return 400
      if (request.headers['content-encoding'] !== 'aes128gcm') return 415
      if (request.body.byteLength > maxBytes) return 413
      show(request)
      return 201
    },
  }
}

/** RFC 8292: a token for this very push service, not older than a day, signed by the key that it names. */
async function isSigned({ host, headers }: Request): Promise<boolean> {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(String(headers.authorization)) ?? []
  const point = Buffer.from(key, 'base64url')
  if (point.byteLength !== 65) return false
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  try {
    if (decodeProtectedHeader(token).alg !== 'ES256') return false
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: `https://${host}` })
    const aheadSeconds = (payload.exp ?? Number.POSITIVE_INFINITY) - Date.now() / 1000
    return aheadSeconds <= 24 * 3600 && /^(mailto:|https:)/.test(String(payload.sub))
  } catch {
    return false
  }
}

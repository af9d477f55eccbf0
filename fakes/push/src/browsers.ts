import { createECDH, randomBytes } from 'node:crypto'
import ece from 'http_ece'
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { showNotification } from './show-notification.ts'

/** A notification as a browser shows it, with the sender's headers for the push service. */
export interface ShownMessage {
  title: string
  body: string
  path: string
  topic: string
  tag: string
  headers: { ttl: string; topic: string; urgency: string }
}

export interface Browser {
  /** `JSON.stringify(subscription)`. */
  subscription: string
  /** Visible notifications; a new one replaces the one with the same tag. */
  shown: ShownMessage[]
  /** All messages received, in order. */
  arrived: ShownMessage[]
  /** Removes the subscription at the push service. */
  unsubscribe(): void
}

interface Request {
  host: string
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

const maxBytes = 4096

/** Browsers and their push service (RFC 8030). Verifies the signature and decrypts every message. */
export function createBrowsers(host: string) {
  const subscribed = new Map<string, (request: Request) => void>()

  return {
    open(): Browser {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16).toString('base64url')
      const path = `/wpush/${randomBytes(24).toString('base64url')}`
      const messages: Pick<Browser, 'shown' | 'arrived'> = { shown: [], arrived: [] }
      subscribed.set(path, ({ body, headers }) => {
        const text = ece.decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth }).toString('utf8')
        const { ttl, topic, urgency } = headers
        showNotification(messages, { ...JSON.parse(text), headers: { ttl, topic, urgency } })
      })
      return {
        subscription: JSON.stringify({
          endpoint: `https://${host}${path}`,
          expirationTime: null,
          keys: { p256dh: pair.getPublicKey('base64url'), auth },
        }),
        ...messages,
        unsubscribe: () => void subscribed.delete(path),
      }
    },

    /** Returns the status of the push service's answer. */
    async receive(request: Request): Promise<number> {
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

/** RFC 8292: the token is for this push service, expires within 24 hours, and is signed by the key that it names. */
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

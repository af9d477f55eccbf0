import { createECDH, randomBytes } from 'node:crypto'

/** Random keys of a browser's push subscription (RFC 8291). */
export const browserKeys = (): { p256dh: string; auth: string } => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
})

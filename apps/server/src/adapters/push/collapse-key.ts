import { createHash } from 'node:crypto'

const maxLength = 32

/**
 * Makes a tag acceptable to push services: at most 32 characters of the URL-safe base64 alphabet (RFC 8030 §5.4; Apple accepts
 * 64 bytes, Google any text). Other tags are hashed.
 */
export const collapseKey = (tag: string): string =>
  new RegExp(`^[\\w-]{1,${maxLength}}$`).test(tag)
    ? tag
    : createHash('sha256').update(tag).digest('base64url').slice(0, maxLength)

import { createHash } from 'node:crypto'

const mostChars = 32

/**
 * The tag as push services take it: at most 32 characters of the URL-safe alphabet (RFC 8030 §5.4; Apple takes 64 bytes,
 * Google any text). One that is none is stood for by its hash.
 */
export const collapseKey = (tag: string): string =>
  new RegExp(`^[\\w-]{1,${mostChars}}$`).test(tag)
    ? tag
    : createHash('sha256').update(tag).digest('base64url').slice(0, mostChars)

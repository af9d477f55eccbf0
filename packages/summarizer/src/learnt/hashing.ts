/** 32-bit FNV-1a hash of a text, with an extra mixing step. */
export function hash(text: string): number {
  let value = 2166136261
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619)
  return value ^ (value >>> 15)
}

const cache = new Map<string, number>()

/** `hash` with a cache, because recordings repeat the same words many times. */
export function cachedHash(text: string): number {
  let value = cache.get(text)
  if (value === undefined) {
    value = hash(text)
    if (cache.size < 50_000) cache.set(text, value)
  }
  return value
}

export function mix(a: number, b: number): number {
  const value = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b)
  return value ^ (value >>> 13)
}

/** Truncates mixed hashes to a 24-bit feature key. */
export const toKey = (mixed: number): number => mixed & 0xffffff

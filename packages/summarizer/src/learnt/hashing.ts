/** FNV-1a of a text, mixed once more; 32 bits. */
export function hash(text: string): number {
  let value = 2166136261
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619)
  return value ^ (value >>> 15)
}

const known = new Map<string, number>()

/** The same, remembered: a recording says few words many times. */
export function hashOf(text: string): number {
  let value = known.get(text)
  if (value === undefined) {
    value = hash(text)
    if (known.size < 50_000) known.set(text, value)
  }
  return value
}

export function mix(a: number, b: number): number {
  const value = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b)
  return value ^ (value >>> 13)
}

/** The key of a feature: `mixed` values cut to 24 bits. */
export const toKey = (mixed: number): number => mixed & 0xffffff

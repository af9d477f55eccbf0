/** Available since Safari 17. Without it, invalid URLs are thrown and caught, which takes ten times as long. */
const { canParse } = URL as { canParse?: typeof URL.canParse }

/** Parses a URL, optionally relative to a base; null if invalid. Like `URL.parse`, which Safari supports only since 18. */
export function parseUrl(text: string, base?: string): URL | null {
  if (canParse && !canParse(text, base)) return null
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** Decodes a part of a URL; returns it unchanged if its escapes are invalid. */
export function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Safari has it since 17: without it an address that is none is thrown and caught, which takes ten times as long. */
const { canParse } = URL as { canParse?: typeof URL.canParse }

/** The address that a text is, against a base where it is part of one; null for none. As `URL.parse`, which Safari has since 18 only. */
export function parsedUrl(text: string, base?: string): URL | null {
  if (canParse && !canParse(text, base)) return null
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** A part of an address as it reads, or as it stands where its escapes are broken. */
export function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

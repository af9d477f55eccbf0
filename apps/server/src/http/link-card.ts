/** Metadata for the preview of a link in chats, mails and social networks. */
export interface LinkCard {
  title: string
  description: string | null
  /** Absolute URL. */
  image: string | null
}

/** Meta tags of the Open Graph protocol (https://ogp.me). */
export function linkCardTags({ title, description, image }: LinkCard): string {
  const properties = [
    ['og:type', 'article'],
    ['og:title', title],
    ['og:description', description],
    ['og:image', image],
  ] as const
  const tags = properties.map(([name, value]) =>
    value ? `<meta property="${name}" content="${escapeAttribute(value)}">` : '',
  )
  return `${tags.join('')}<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`
}

/** Escapes a text for a double-quoted HTML attribute. */
export const escapeAttribute = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** What a link to a page tells of it where it was sent: in a chat, a mail, on a social network. */
export interface LinkCard {
  title: string
  description: string | null
  /** Whole address of a picture. */
  image: string | null
}

/** In the terms of the Open Graph protocol (https://ogp.me), which all of them read. */
export function tagsOf({ title, description, image }: LinkCard): string {
  const facts = [
    ['og:type', 'article'],
    ['og:title', title],
    ['og:description', description],
    ['og:image', image],
  ] as const
  const tags = facts.map(([name, fact]) => (fact ? `<meta property="${name}" content="${quoted(fact)}">` : ''))
  return `${tags.join('')}<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`
}

/** As it stands between the quotes of an attribute. */
export const quoted = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

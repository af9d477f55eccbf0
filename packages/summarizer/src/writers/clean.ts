import { isAbbreviation } from '@recaps/domain/sentence-ends'

/** Against what a writer's text is held. */
export interface Source {
  /** Everything that was said, in lower case. */
  said: string
}

const MOST_CHARACTERS = 400

/**
 * A writer's sentence as plain text: without Markdown, marks of citations and invisible characters, begun with a capital and
 * closed. Null when it is empty, far too long, or holds a link, an email address, HTML, or a site that
 * nobody named.
 */
export function cleanSentence(text: string, source: Source): string | null {
  const plain = cleanLine(text, source, MOST_CHARACTERS)
  if (plain === null || !/\p{L}/u.test(plain)) return null
  const closed = /[.!?…]["'”’)]*$/.test(plain) ? plain : `${plain.replace(/[,;:–—-]+$/, '')}.`
  return closed.replace(/^(["'“(]*)(\p{Ll})/u, (_, open: string, letter: string) => open + letter.toUpperCase())
}

/** A title or headline in the same way, without a full stop behind it. */
export function cleanTitle(text: string, source: Source, most: number): string | null {
  const plain = cleanLine(text, source, most)
  if (plain === null || !/\p{L}/u.test(plain)) return null
  return isAbbreviation(plain.split(' ').at(-1)!) ? plain : plain.replace(/\.$/, '')
}

function cleanLine(text: string, { said }: Source, most: number): string | null {
  const plain = text
    .normalize('NFC')
    .replace(INVISIBLE, ' ')
    .replace(/\[\s*(?:s\d+[\s,;–-]*)+\]/gi, '')
    .replace(/^\s*(?:[#>*+-]+\s+|\d{1,2}[.)]\s+)/, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:!?])/g, '$1')
    .trim()
  if (plain === '' || plain.length > most) return null
  if (ACTIVE.test(plain)) return null
  const isForeign = (plain.match(SITE) ?? []).some(site => !said.includes(site.toLowerCase()))
  return isForeign ? null : plain
}

/** Control characters, and those that nobody sees or that turn the reading direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu

/** Links, email addresses, tags: nobody says them, whatever stands in a caption. */
const ACTIVE =
  /\b[a-z][a-z\d+.-]{1,20}:\/\/|\b(?:javascript|data|mailto|tel|vbscript):\S|[^\s@]\s?@[^\s@]+\.\p{L}{2}|<\/?[a-z!]|\]\s?\(/iu

/** Names of sites, as people say them: known by their ending. */
const SITE =
  /\b(?:www\.\S+|[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.(?:com|net|org|io|co|example|info|biz|xyz|link|click|ru|cn|top|site|online|shop|me|gg|ly)\b(?:\/\S*)?)/giu

import { isAbbreviation } from '@recaps/domain/sentence-ends'

/** The spoken text that a writer's text is compared with. */
export interface SpokenText {
  /** All spoken text, in lower case. */
  text: string
}

const MAX_CHARACTERS = 400

/**
 * Converts a writer's sentence to plain text: removes Markdown, citation marks and invisible characters, adds a capital and a final mark.
 * Null if the sentence is empty, much too long, or contains a link, an email address, HTML, or a website that is not named in the
 * recording.
 */
export function cleanSentence(text: string, source: SpokenText): string | null {
  const plain = cleanLine(text, source, MAX_CHARACTERS)
  if (plain === null || !/\p{L}/u.test(plain)) return null
  const closed = /[.!?…]["'”’)]*$/.test(plain) ? plain : `${plain.replace(/[,;:–—-]+$/, '')}.`
  return closed.replace(/^(["'“(]*)(\p{Ll})/u, (_, open: string, letter: string) => open + letter.toUpperCase())
}

/** Like `cleanSentence` for a title or headline of at most `maxLength` characters, without a final full stop. */
export function cleanTitle(text: string, source: SpokenText, maxLength: number): string | null {
  const plain = cleanLine(text, source, maxLength)
  if (plain === null || !/\p{L}/u.test(plain)) return null
  return isAbbreviation(plain.split(' ').at(-1)!) ? plain : plain.replace(/\.$/, '')
}

function cleanLine(text: string, { text: spokenText }: SpokenText, maxLength: number): string | null {
  const plain = text
    .normalize('NFC')
    .replace(INVISIBLE, ' ')
    .replace(/\[\s*(?:s\d+[\s,;–-]*)+\]/gi, '')
    .replace(/^\s*(?:[#>*+-]+\s+|\d{1,2}[.)]\s+)/, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:!?])/g, '$1')
    .trim()
  if (plain === '' || plain.length > maxLength) return null
  if (ACTIVE.test(plain)) return null
  const hasUnspokenSite = (plain.match(SITE) ?? []).some(site => !spokenText.includes(site.toLowerCase()))
  return hasUnspokenSite ? null : plain
}

/** Control characters, invisible characters, and characters that change the reading direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu

/** Links, email addresses, HTML tags. They are never spoken, so they are rejected even if a caption contains them. */
const ACTIVE =
  /\b[a-z][a-z\d+.-]{1,20}:\/\/|\b(?:javascript|data|mailto|tel|vbscript):\S|[^\s@]\s?@[^\s@]+\.\p{L}{2}|<\/?[a-z!]|\]\s?\(/iu

/** Names of websites, recognised by their top-level domain. */
const SITE =
  /\b(?:www\.\S+|[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.(?:com|net|org|io|co|example|info|biz|xyz|link|click|ru|cn|top|site|online|shop|me|gg|ly)\b(?:\/\S*)?)/giu

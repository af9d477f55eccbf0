import { Parser } from 'htmlparser2'
import { type LineRefusal, type ListedLine, MAX_LINES, readLine, refusedLine } from './line.ts'

/** Folders in folders; the reader stops there, so nesting costs nothing. */
const MAX_DEPTH = 64

/**
 * The outlines of an OPML file (opml.org/spec2.opml) that have an address: each is a feed. Those without are folders.
 * Entities of a DTD are never expanded, and of a file that is cut what stands before the cut is read. Null where the text
 * is no OPML.
 */
export const readOpml = (text: string): ListedLine[] | null => {
  if (!/^[\s\uFEFF]*</.test(text) || !/<opml[\s>]/i.test(text)) return null
  const lines: ListedLine[] = []
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) throw new EndOfReading('too_deep')
        if (name.toLowerCase() !== 'outline') return
        lines.push(...readOutline(attributes))
        if (lines.length > MAX_LINES) throw new EndOfReading('too_long')
      },
      onclosetag() {
        depth--
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  try {
    parser.write(text)
    parser.end()
  } catch (error) {
    if (!(error instanceof EndOfReading)) throw error
    lines.push(refusedLine('', error.reason))
  }
  return lines
}

class EndOfReading extends Error {
  readonly reason: LineRefusal

  constructor(reason: LineRefusal) {
    super(reason)
    this.reason = reason
  }
}

const readOutline = (attributes: Record<string, string>): ListedLine[] => {
  const { xmlurl = '', htmlurl = '', url = '', text = '', title = '' } = inLowerCase(attributes)
  const addresses = [xmlurl, htmlurl, url].filter(address => address.trim() !== '')
  const name = title.trim() || text.trim()
  const [feed, ...pages] = addresses.map(address =>
    readLine(ofInvidious(address), name, name ? `${name} (${address})` : address),
  )
  if (feed === undefined) return []
  // A feed that another service makes of a channel has the channel as its page. That of a playlist is the playlist alone.
  const isOther = feed.kind === 'refused' && (feed.reason === 'not_youtube' || feed.reason === 'not_a_link')
  return [(isOther && pages.find(({ kind }) => kind === 'channel')) || feed]
}

/** Invidious runs at any address, also at home without a domain; no other program has such a feed. */
const ofInvidious = (address: string): string => {
  const id = /^https?:\/\/[^/]+\/feed\/channel\/(UC[\w-]{22})(?:[/?]|$)/i.exec(address.trim())?.[1]
  return id === undefined || /^[^/]*\/\/[^/]*youtu/i.test(address.trim()) ? address : id
}

/** Programs write `xmlUrl`, `xmlurl` and `XMLURL`. */
const inLowerCase = (attributes: Record<string, string>): Partial<Record<string, string>> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]))

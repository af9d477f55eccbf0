import { Parser } from 'htmlparser2'
import { type LineError, type ListedLine, MAX_LINES, readLine, refusedLine } from './line.ts'

/** Maximum nesting of folders. Reading stops there, so that deep nesting costs nothing. */
const MAX_DEPTH = 64

/**
 * Reads the feeds of an OPML file (opml.org/spec2.opml): the outlines that have a URL. Outlines without a URL are folders. DTD
 * entities are never expanded. A truncated file is read up to its end. Null if the text is not OPML.
 */
export const readOpml = (text: string): ListedLine[] | null => {
  if (!/^[\s\uFEFF]*</.test(text) || !/<opml[\s>]/i.test(text)) return null
  const lines: ListedLine[] = []
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) throw new StopReading('too_deep')
        if (name.toLowerCase() !== 'outline') return
        lines.push(...readOutline(attributes))
        if (lines.length > MAX_LINES) throw new StopReading('too_long')
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
    if (!(error instanceof StopReading)) throw error
    lines.push(refusedLine('', error.reason))
  }
  return lines
}

class StopReading extends Error {
  readonly reason: LineError

  constructor(reason: LineError) {
    super(reason)
    this.reason = reason
  }
}

const readOutline = (attributes: Record<string, string>): ListedLine[] => {
  const { xmlurl = '', htmlurl = '', url = '', text = '', title = '' } = lowerCaseKeys(attributes)
  const addresses = [xmlurl, htmlurl, url].filter(address => address.trim() !== '')
  const name = title.trim() || text.trim()
  const [feed, ...pages] = addresses.map(address =>
    readLine(unwrapInvidious(address), name, name ? `${name} (${address})` : address),
  )
  if (feed === undefined) return []
  // A third-party feed of a channel links to the channel's page. A playlist feed is not a channel, even if it links to one.
  const isThirdParty = feed.kind === 'refused' && (feed.reason === 'not_youtube' || feed.reason === 'not_a_link')
  return [(isThirdParty && pages.find(({ kind }) => kind === 'channel')) || feed]
}

/** Extracts the channel id from an Invidious feed. Invidious runs on any host, so the path is what identifies it. */
const unwrapInvidious = (address: string): string => {
  const id = /^https?:\/\/[^/]+\/feed\/channel\/(UC[\w-]{22})(?:[/?]|$)/i.exec(address.trim())?.[1]
  return id === undefined || /^[^/]*\/\/[^/]*youtu/i.test(address.trim()) ? address : id
}

/** Programs use `xmlUrl`, `xmlurl` and `XMLURL`. */
const lowerCaseKeys = (attributes: Record<string, string>): Partial<Record<string, string>> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]))

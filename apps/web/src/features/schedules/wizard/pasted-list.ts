/**
 * If text pasted into the search box is a list of channels, returns it with one entry per line; otherwise null. A list is a
 * subscriptions file, several lines of which one of the first 50 names a channel, or several words that all name channels.
 */
export function parsePastedList(text: string): string | null {
  const lines = text.split(/[\r\n]+/).filter(line => line.trim() !== '')
  if (lines.length === 0) return null
  if (/^\s*(<(\?xml|opml)|[[{]\s*["{])/i.test(text) || /^channel id,/i.test(lines[0]!)) return text
  if (lines.length > 1) return lines.slice(0, checkedLines).some(isChannel) ? text : null
  const words = text.split(/[\s,;]+/).filter(Boolean)
  return words.length > 1 && words.every(isChannel) ? words.join('\n') : null
}

/** The first lines show whether a long text is a list. */
const checkedLines = 50

/** A rough check. The server resolves the channels, because it knows the link formats of many apps. */
const isChannel = (text: string): boolean =>
  /(^|[\s(:])@[\p{L}\p{N}]|(^|[^\w-])UC[\w-]{22}([^\w-]|$)|https?:\/\/|youtu\.?be/iu.test(text)

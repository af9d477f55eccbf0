/**
 * What is pasted into the search box, as lines, where it is a list of channels and no search: several lines, or words, of
 * which one at least names a channel, or a file of subscriptions. Null for all else.
 */
export function pastedList(text: string): string | null {
  const lines = text.split(/[\r\n]+/).filter(line => line.trim() !== '')
  if (lines.length === 0) return null
  if (/^\s*(<(\?xml|opml)|[[{]\s*["{])/i.test(text) || /^channel id,/i.test(lines[0]!)) return text
  if (lines.length > 1) return lines.slice(0, looksAt).some(isChannel) ? text : null
  const words = text.split(/[\s,;]+/).filter(Boolean)
  return words.length > 1 && words.every(isChannel) ? words.join('\n') : null
}

/** Whether a long text is a list shows early. */
const looksAt = 50

/** What it names, the service finds out: it knows the links of many apps, which are too many for this page. */
const isChannel = (text: string): boolean =>
  /(^|[\s(:])@[\p{L}\p{N}]|(^|[^\w-])UC[\w-]{22}([^\w-]|$)|https?:\/\/|youtu\.?be/iu.test(text)

/** Parses a message written by `outbox`: two alternative bodies, as nodemailer encodes them. Not a general mail parser. */
export function parseOutboxMessage(source: string): { to: string; subject: string; html: string; text: string } {
  const [head, body] = splitHead(source)
  const headers = headersOf(head)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = (boundary ? body.split(`--${boundary}`) : []).map(part => {
    const [partHead, content] = splitHead(part.replace(/^\r\n/, ''))
    const partHeaders = headersOf(partHead)
    return {
      type: partHeaders.get('content-type') ?? '',
      content: decodeBody(content.replace(/\r\n$/, ''), partHeaders.get('content-transfer-encoding') ?? ''),
    }
  })
  const bodyOf = (type: string) => parts.find(part => part.type.startsWith(type))?.content ?? ''
  return {
    to: decodeWords(headers.get('to') ?? ''),
    subject: decodeWords(headers.get('subject') ?? ''),
    html: bodyOf('text/html'),
    text: bodyOf('text/plain'),
  }
}

function splitHead(text: string): [string, string] {
  const end = text.indexOf('\r\n\r\n')
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 4)]
}

/** Lower-cases the names and joins folded lines. */
const headersOf = (head: string): Map<string, string> =>
  new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )

function decodeBody(content: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8')
  if (encoding === 'quoted-printable')
    return decodeQuotedPrintable(content.replace(/=\r\n/g, '')).replaceAll('\r\n', '\n')
  return content.replaceAll('\r\n', '\n')
}

/** RFC 2045 §6.7: every `=XX` is one byte of UTF-8. */
const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** RFC 2047: headers with non-ASCII text use encoded words. */
const decodeWords = (text: string): string =>
  text
    .replace(/(=\?[^?]+\?[BQ]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, content: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(content, 'base64').toString('utf8')
        : decodeQuotedPrintable(content.replaceAll('_', ' ')),
    )

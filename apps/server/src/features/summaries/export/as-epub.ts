import { Readable } from 'node:stream'
import { toClock } from '@recaps/domain/duration'
import { ZipFile } from 'yazl'
import { citationStartMs, type ExportableSummary, momentUrl, shortenedNote } from './exportable-summary.ts'

/**
 * EPUB 3.3 with one page and a table of contents. The same summary gives the same file, so that e-readers keep the
 * reading position.
 */
export function asEpub(exported: ExportableSummary): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  const add = (name: string, text: string, compress = true) =>
    // DOS timestamps only: newer ones are stored in extra fields, which the first entry must not have (OCF 4.3).
    zip.addBuffer(Buffer.from(text), name, { compress, mtime: exported.madeAt, forceDosTimestamp: true })
  add('mimetype', 'application/epub+zip', false)
  add('META-INF/container.xml', container)
  add('book/package.opf', packageOf(exported))
  add('book/contents.xhtml', contentsOf(exported))
  add('book/summary.xhtml', pageOf(exported))
  add('book/summary.css', style)
  zip.end()
  return Readable.toWeb(Readable.from(zip.outputStream)) as ReadableStream<Uint8Array>
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

const container = `${declaration}
<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

const style = `body { line-height: 1.6 }
h1 { font-size: 1.5em; line-height: 1.3 }
h2 { font-size: 1.2em; margin-top: 2em }
.time { font-size: 0.75em; text-decoration: none; white-space: nowrap }
`

const packageOf = ({ title, channel, videoId, videoUrl, madeAt }: ExportableSummary): string => `${declaration}
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:recaps:${xml(videoId)}</dc:identifier>
<dc:title>${xml(title)}</dc:title>
<dc:language>en</dc:language>
${channel ? `<dc:creator>${xml(channel)}</dc:creator>\n` : ''}${videoUrl ? `<dc:source>${xml(videoUrl)}</dc:source>\n` : ''}<meta property="dcterms:modified">${madeAt.toISOString().slice(0, 19)}Z</meta>
</metadata>
<manifest>
<item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="summary" href="summary.xhtml" media-type="application/xhtml+xml"/>
<item id="style" href="summary.css" media-type="text/css"/>
</manifest>
<spine><itemref idref="summary"/></spine>
</package>
`

const page = (title: string, body: string): string => `${declaration}
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>${xml(title)}</title><link rel="stylesheet" type="text/css" href="summary.css"/></head>
<body>
${body}
</body>
</html>
`

function contentsOf({ title, content }: ExportableSummary): string {
  const items = [
    ['summary', title] as const,
    ...content.sections.map((section, index) => [anchor(index), section.title || `Part ${index + 1}`] as const),
  ]
  const list = items.map(([id, text]) => `<li><a href="summary.xhtml#${id}">${xml(text)}</a></li>`)
  return page('Contents', `<nav epub:type="toc" id="toc"><h1>Contents</h1><ol>\n${list.join('\n')}\n</ol></nav>`)
}

function pageOf({ title, channel, videoUrl, content }: ExportableSummary): string {
  const time = (ms: number) =>
    videoUrl
      ? ` <a class="time" href="${xml(momentUrl(videoUrl, ms))}">${toClock(ms)}</a>`
      : ` <span class="time">${toClock(ms)}</span>`
  const source = videoUrl ? `<a href="${xml(videoUrl)}">${xml(title)}</a>` : xml(title)
  const points = content.inThreePoints.map(point => `<li>${xml(point.text)}${time(citationStartMs(point))}</li>`)
  const note = shortenedNote(content)
  return page(
    title,
    [
      `<h1 id="summary">${xml(content.headline || title)}</h1>`,
      `<p>A summary of ${source}${channel ? ` by ${xml(channel)}` : ''}.</p>`,
      ...(points.length > 0 ? [`<h2>Key points</h2>\n<ul>\n${points.join('\n')}\n</ul>`] : []),
      ...content.sections.map((section, index) => {
        const sentences = section.sentences.map(
          sentence => xml(sentence.text) + time(citationStartMs(sentence, section.startMs)),
        )
        const heading = `<h2>${xml(section.title || `Part ${index + 1}`)}${time(section.startMs)}</h2>`
        return `<section id="${anchor(index)}">${heading}\n<p>${sentences.join('\n')}</p></section>`
      }),
      ...(note ? [`<p><em>${xml(note)}</em></p>`] : []),
    ].join('\n'),
  )
}

const anchor = (index: number): string => `part-${index + 1}`

/** Escapes for text and attribute values. Removes two noncharacters that XML does not allow. */
const xml = (text: string): string =>
  text
    .replace(/[\uFFFE\uFFFF]/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')

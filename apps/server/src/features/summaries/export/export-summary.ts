import type { ExportFormat } from '@recaps/contract/summaries'
import { fileName } from '@recaps/domain/file-name'
import type { Summarizer } from '../../../ports/summarizer.ts'
import { asEpub } from './as-epub.ts'
import { asMarkdown } from './as-markdown.ts'
import { asText } from './as-text.ts'
import { asVtt } from './as-vtt.ts'
import { type ExportableSummary, sanitizeForExport } from './exportable-summary.ts'

export interface ExportedFile {
  name: string
  contentType: string
  body: string | ReadableStream<Uint8Array>
}

export function exportSummary(format: ExportFormat, exported: ExportableSummary, summarizer: Summarizer): ExportedFile {
  const clean = sanitizeForExport(exported)
  const body = {
    md: () => asMarkdown(clean, summarizer),
    txt: () => asText(clean),
    json: () => `${JSON.stringify(clean.content, null, 2)}\n`,
    vtt: () => asVtt(clean),
    epub: () => asEpub(clean),
  }[format]()
  return { name: fileName(clean.title, format, 'summary'), contentType: contentTypes[format], body }
}

const contentTypes = {
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
  vtt: 'text/vtt; charset=utf-8',
  epub: 'application/epub+zip',
} as const satisfies Record<ExportFormat, string>

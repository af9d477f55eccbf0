import type { ExportFormat } from '@recaps/contract'

export const texts = {
  title: 'Download this summary',
  close: 'Close',
  saved: (name: string) => `Saved as ${name}`,
  forms: {
    md: 'Markdown (.md)',
    txt: 'Text (.txt)',
    epub: 'E-book (.epub)',
    vtt: 'Summary subtitles (.vtt)',
    json: 'Data (.json)',
  } satisfies Record<ExportFormat, string>,
} as const

/** Export formats with their labels, in display order. */
export const forms = Object.entries(texts.forms) as [ExportFormat, string][]

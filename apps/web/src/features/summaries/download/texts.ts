import type { ExportFormat } from '@recaps/contract'

export const texts = {
  title: 'Download this summary',
  close: 'Close',
  saved: (name: string) => `Saved as ${name}`,
  forms: {
    md: 'Markdown (.md)',
    txt: 'Text (.txt)',
    epub: 'E-book (.epub)',
    vtt: 'Subtitles of the summary (.vtt)',
    json: 'Data (.json)',
  } satisfies Record<ExportFormat, string>,
} as const

/** The forms that a summary can be had in, in the order that they are offered in. */
export const forms = Object.entries(texts.forms) as [ExportFormat, string][]

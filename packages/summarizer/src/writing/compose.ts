import type { Coverage, Sentence, Summary } from '../types.ts'

/** How a text cites moments of the video: as links if `videoUrl` is set, else as timestamps if `times` is true. */
export type CitationStyle = { videoUrl?: string | undefined; times?: boolean | undefined }

/** Renders a summary as Markdown, with a note if sentences were dropped to fit a length. */
export function composeText(
  summary: Pick<Summary, 'headline' | 'inThreePoints' | 'sections'> & { coverage?: Pick<Coverage, 'leftOut'> },
  { videoUrl, times = false }: CitationStyle = {},
): string {
  const timeLink = (label: string, startMs: number) =>
    videoUrl ? `[${label}](${linkToSecond(videoUrl, startMs)})` : label
  const sentence = ({ text, cites }: Sentence) => {
    const startMs = cites[0]?.startMs ?? 0
    const time = videoUrl ? ` ${timeLink(formatClock(startMs), startMs)}` : times ? ` (${formatClock(startMs)})` : ''
    return escapeMarkdown(text) + time
  }
  const blocks: string[] = []
  if (summary.headline) blocks.push(`# ${escapeMarkdown(summary.headline)}`)
  if (summary.inThreePoints.length > 0)
    blocks.push(`## In three points`, summary.inThreePoints.map(point => `- ${sentence(point)}`).join('\n'))
  for (const { title, startMs, sentences } of summary.sections) {
    if (title) blocks.push(`## ${timeLink(escapeMarkdown(title), startMs)}`)
    blocks.push(sentences.map(sentence).join(' '))
  }
  const leftOut = summary.coverage?.leftOut ?? 0
  if (leftOut > 0)
    blocks.push(
      `*Shortened: ${leftOut} more ${leftOut === 1 ? 'sentence was' : 'sentences were'} left out to fit the requested length.*`,
    )
  return blocks.join('\n\n')
}

/** Escapes text for Markdown, so that it cannot start emphasis, links, headings, lists, HTML or automatic links. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>|~{}@]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replace(/\b(www)\./gi, '$1\\.')
    .replaceAll('://', ':\\//')
    .replace(/^([#+=-]|\d+(?=[.)]))/, start => (/\d/.test(start) ? `${start}\\` : `\\${start}`))
}

/** `3:07`, `1:02:45`. */
export function formatClock(ms: number): string {
  const s = Math.floor(ms / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  return s >= 3600
    ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
    : `${Math.floor(s / 60)}:${two(s % 60)}`
}

/** Link to a second of the video, in YouTube's format (`t=123s`). */
export function linkToSecond(videoUrl: string, startMs: number): string {
  const [address, fragment] = videoUrl.replace(/[\s()<>"]/g, encodeURIComponent).split('#', 2)
  return `${address}${address!.includes('?') ? '&' : '?'}t=${Math.floor(startMs / 1000)}s${fragment ? `#${fragment}` : ''}`
}

/**
 * Reads text with the tags of Advanced SubStation, which also remain in SRT files converted from it: `{\i1}` is markup, `\N` a
 * line break, `\h` a space; `{\p1}` starts a drawing and `{\p0}` ends it. In .ass files every brace is markup (`every`).
 *
 * Source: the tags of Aegisub (aegisub.org/docs/latest/ass_tags).
 */
export const readAssText = (raw: string, braces: 'every' | 'tags' = 'tags'): { text: string; beats: Beat[] } => {
  const beats: Beat[] = []
  let text = ''
  let from = 0
  let afterMs = 0
  let isDrawing = false
  for (const match of raw.matchAll(/\{([^{}]{0,2000})\}/g)) {
    const [block, inside = ''] = match
    if (braces === 'tags' && !inside.includes('\\')) continue
    if (!isDrawing) text += raw.slice(from, match.index)
    from = match.index + block.length
    for (const [, tag = '', value = ''] of inside.matchAll(/\\(p|[kK][fot]?)(\d{1,6})(?![\d.])/g)) {
      if (tag === 'p') isDrawing = Number(value) > 0
      else {
        // `\kt` sets the time of the syllables; the value of the others is their duration in hundredths of a second.
        if (tag === 'kt') afterMs = Number(value) * 10
        else beats.push({ at: text.length, afterMs })
        if (tag !== 'kt') afterMs += Number(value) * 10
      }
    }
  }
  if (!isDrawing) text += raw.slice(from)
  return { text: readBreaks(text, beats), beats }
}

/** The text from character `at` on is sung this long after the start of the caption. */
interface Beat {
  at: number
  afterMs: number
}

/** Replaces break tags with a single character and moves the beats after them. */
const readBreaks = (text: string, beats: Beat[]): string => {
  let beat = 0
  let removed = 0
  const moveUpTo = (at: number) => {
    for (; beat < beats.length && (beats[beat]?.at ?? 0) <= at; beat++) (beats[beat] as Beat).at -= removed
  }
  const result = text.replace(/\\[Nnh]/g, (sign, at: number) => {
    moveUpTo(at)
    removed++
    return sign === '\\h' ? ' ' : '\n'
  })
  moveUpTo(text.length)
  return blankDrawings(result)
}

/** Blanks drawings whose tags a tool has removed: `m 0 0 l 100 0 100 100`. The length is kept, so that the beats stay valid. */
const blankDrawings = (text: string): string =>
  hasDrawing.test(text)
    ? text
        .split('\n')
        .map(line => (drawing.test(line) ? ' '.repeat(line.length) : line))
        .join('\n')
    : text

const hasDrawing = /(?:^|\n)\s*m\s+-?\d/i
const drawing =
  /^\s*m(?:\s+-?\d{1,6}(?:\.\d{1,6})?){2}(?=.*[lbsn]\s+-?\d)(?:\s+(?:[mnlbspc]|-?\d{1,6}(?:\.\d{1,6})?))+\s*$/i

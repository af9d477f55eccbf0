/**
 * The text of Advanced SubStation, whose tags also stay behind in SRT files that were made of it: `{\i1}` is markup, `\N`
 * a line break, `\h` a blank, `{\p1}` begins a drawing that `{\p0}` ends. In its own files every brace is markup (`every`).
 *
 * Source: the tags of Aegisub (aegisub.org/docs/latest/ass_tags).
 */
export const readAssText = (raw: string, braces: 'every' | 'tags' = 'tags'): { text: string; beats: Beat[] } => {
  const beats: Beat[] = []
  let text = ''
  let from = 0
  let afterMs = 0
  let isDrawing = false
  for (const found of raw.matchAll(/\{([^{}]{0,2000})\}/g)) {
    const [block, inside = ''] = found
    if (braces === 'tags' && !inside.includes('\\')) continue
    if (!isDrawing) text += raw.slice(from, found.index)
    from = found.index + block.length
    for (const [, tag = '', value = ''] of inside.matchAll(/\\(p|[kK][fot]?)(\d{1,6})(?![\d.])/g)) {
      if (tag === 'p') isDrawing = Number(value) > 0
      else {
        // `\kt` sets the clock of the syllables, the others last for so many hundredths of a second.
        if (tag === 'kt') afterMs = Number(value) * 10
        else beats.push({ at: text.length, afterMs })
        if (tag !== 'kt') afterMs += Number(value) * 10
      }
    }
  }
  if (!isDrawing) text += raw.slice(from)
  return { text: readBreaks(text, beats), beats }
}

/** From the character `at` on, the words are sung so long after the beginning of the caption. */
interface Beat {
  at: number
  afterMs: number
}

/** Breaks become one character, so what comes behind them moves. */
const readBreaks = (text: string, beats: Beat[]): string => {
  let beat = 0
  let removed = 0
  const moveUpTo = (at: number) => {
    for (; beat < beats.length && (beats[beat]?.at ?? 0) <= at; beat++) (beats[beat] as Beat).at -= removed
  }
  const read = text.replace(/\\[Nnh]/g, (sign, at: number) => {
    moveUpTo(at)
    removed++
    return sign === '\\h' ? ' ' : '\n'
  })
  moveUpTo(text.length)
  return withoutDrawings(read)
}

/** A drawing whose tags were taken off by a tool: `m 0 0 l 100 0 100 100`. Cleared in place, for the beats' sake. */
const withoutDrawings = (text: string): string =>
  hasDrawing.test(text)
    ? text
        .split('\n')
        .map(line => (drawing.test(line) ? ' '.repeat(line.length) : line))
        .join('\n')
    : text

const hasDrawing = /(?:^|\n)\s*m\s+-?\d/i
const drawing =
  /^\s*m(?:\s+-?\d{1,6}(?:\.\d{1,6})?){2}(?=.*[lbsn]\s+-?\d)(?:\s+(?:[mnlbspc]|-?\d{1,6}(?:\.\d{1,6})?))+\s*$/i

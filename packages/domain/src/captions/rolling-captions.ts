import type { Cue, Mark } from './cue.ts'

/** Maximum number of lines on screen, and of their letters that are compared. */
const MAX_LINES = 8
const MAX_LETTERS = 2_000
/** A line that grows beyond this is split. */
const MAX_LINE_CHARS = 200
/** Maximum number of letters that a live captioner corrects; more is a different text. */
const MAX_UNDONE = 60
/** Minimum number of repeated letters that count as rolling: "No. No." is speech. */
const MIN_ROLLING_LETTERS = 5
const ROLLING_SHARE = 0.15
/** People repeat short words. A long caption that is repeated immediately was only redrawn. */
const REDRAWN_LETTERS = 20
const REDRAWN_GAP_MS = 100

/**
 * Keeps only the new text of every cue, so that each spoken word occurs once.
 *
 * Automatic and live captions roll: a cue shows the lines of the previous cue, without those that scrolled off the top, plus
 * the newly spoken text, sometimes letter by letter. The repeated text is the longest end of the previous screen, starting at
 * one of its lines, with which this screen starts, ignoring white space. Files that do not roll (fewer than 15 % of their cues
 * do) keep their repetitions, except for captions that were redrawn.
 */
export const collapseRolling = (cues: readonly Cue[]): { utterances: Cue[]; isRolling: boolean } => {
  const screens = cues.map(readScreen)
  const overlaps = screens.map((screen, at) => findOverlap(screens[at - 1], screen))
  const rolling = overlaps.filter(({ shown }, at) => isRollingOverlap(shown, screens[at - 1], screens[at])).length
  const isRolling = rolling > 0 && rolling >= ROLLING_SHARE * (cues.length - 1)
  const utterances: Cue[] = []
  cues.forEach((cue, at) => {
    const before = cues[at - 1]
    const screen = screens[at] ?? NOTHING
    const { shown, undone } = overlaps[at] ?? NO_OVERLAP
    if (!isRolling) {
      const isRepeated = before !== undefined && isRedrawn(before, cue, shown, screen)
      if (!isRepeated) utterances.push(cue)
      return
    }
    removeLetters(utterances, undone)
    if (shown === screen.letters.length) return
    const part = newPart(cue, shown)
    const last = utterances.at(-1)
    const continuesLine = last !== undefined && shown > 0 && !screen.lineStarts.includes(shown)
    if (continuesLine && (last.text.length < MAX_LINE_CHARS || isMidWord(last, part)))
      utterances[utterances.length - 1] = join(last, part)
    else utterances.push(part)
  })
  return { utterances, isRolling }
}

/** A screen without white space: its letters, and the index at which each line starts. */
interface Screen {
  letters: string
  lineStarts: number[]
}

const readScreen = (cue: Cue): Screen => {
  const lineStarts: number[] = []
  let letters = ''
  for (const line of cue.text.split('\n')) {
    const dense = line.replace(/\s+/g, '')
    if (dense !== '') lineStarts.push(letters.length)
    letters += dense
  }
  return { letters, lineStarts }
}

const NOTHING: Screen = { letters: '', lineStarts: [] }
const NO_OVERLAP = { shown: 0, undone: 0 }

/** `shown`: number of letters at the start of `next` that were already in `last`. `undone`: corrected letters of `last`. */
const findOverlap = (last: Screen = NOTHING, next: Screen): { shown: number; undone: number } => {
  const starts = last.lineStarts.slice(-MAX_LINES).filter(start => last.letters.length - start <= MAX_LETTERS)
  for (const start of starts) {
    if (next.letters.startsWith(last.letters.slice(start))) return { shown: last.letters.length - start, undone: 0 }
  }
  // Correction by a live captioner: the lines above are unchanged, and the end of the last line differs.
  for (const start of starts) {
    const shown = commonPrefixLength(last.letters.slice(start), next.letters)
    const undone = last.letters.length - start - shown
    const hasLine =
      last.lineStarts.includes(start + shown) || last.lineStarts.some(at => at > start && at < start + shown)
    if (hasLine && shown >= MIN_ROLLING_LETTERS && undone <= MAX_UNDONE) return { shown, undone }
  }
  return NO_OVERLAP
}

const commonPrefixLength = (a: string, b: string): number => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/** Removes letters from the end of the utterances. */
const removeLetters = (utterances: Cue[], letters: number) => {
  for (let remaining = letters; remaining > 0; ) {
    const last = utterances.pop()
    if (last === undefined) return
    let end = last.text.length
    while (end > 0 && remaining > 0) if (/\S/.test(last.text[--end] ?? '')) remaining--
    const text = last.text.slice(0, end)
    if (text.trim() !== '') utterances.push({ ...last, text, marks: last.marks.filter(mark => mark.at < end) })
  }
}

const isRollingOverlap = (shown: number, last: Screen = NOTHING, next: Screen = NOTHING): boolean =>
  shown >= MIN_ROLLING_LETTERS && (shown < last.letters.length || shown < next.letters.length)

const isRedrawn = (before: Cue, cue: Cue, shown: number, screen: Screen): boolean => {
  const isSame = shown > 0 && shown === screen.letters.length && before.text.trim() === cue.text.trim()
  if (!isSame) return false
  return cue.startMs < before.endMs || (shown >= REDRAWN_LETTERS && cue.startMs - before.endMs <= REDRAWN_GAP_MS)
}

const newPart = (cue: Cue, shown: number): Cue => {
  const from = offsetOfLetter(cue.text, shown)
  const marks = cue.marks.filter(mark => mark.at >= from).map(mark => ({ at: mark.at - from, ms: mark.ms }))
  return { ...cue, text: cue.text.slice(from), marks }
}

const isMidWord = (last: Cue, part: Cue): boolean => /\S$/.test(last.text) && /^\S/.test(part.text)

/** Joins the parts of a growing line, because live captions come a few letters at a time. */
const join = (last: Cue, part: Cue): Cue => {
  const length = last.text.length
  const start: Mark[] = part.marks.length > 0 && !isMidWord(last, part) ? [{ at: length, ms: part.startMs }] : []
  const added = part.marks.map(mark => ({ at: mark.at + length, ms: mark.ms }))
  return { ...last, endMs: part.endMs, text: last.text + part.text, marks: [...last.marks, ...start, ...added] }
}

/** Index in the text after its first `count` letters, not counting white space. */
const offsetOfLetter = (text: string, count: number): number => {
  let seen = 0
  let at = 0
  while (at < text.length && seen < count) if (/\S/.test(text[at++] ?? '')) seen++
  return at
}

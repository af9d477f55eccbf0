import type { Cue, Mark } from './cue.ts'

/** Lines that can be on the screen at once, and letters of them that are compared. */
const MAX_LINES = 8
const MAX_LETTERS = 2_000
/** A line that grows beyond this is parted. */
const LONGEST_LINE = 200
/** Letters that a captioner may take back; more is another text. */
const MAX_UNDONE = 60
/** Letters that must stand twice before that counts as rolling: "No. No." is speech. */
const TELLING_LETTERS = 5
const ROLLING_SHARE = 0.15
/** A person repeats short words; a long caption that is repeated at once was only drawn again. */
const REDRAWN_LETTERS = 20
const REDRAWN_GAP_MS = 100

/**
 * Leaves of every cue only what is new in it, so that each spoken word stands once.
 *
 * Recognised and live captions roll: a cue shows the lines of the one before, less those that left at the top, plus what
 * was said since, even letter by letter. What is shown again is found by letters, white space aside: the longest end of
 * the last screen, from the beginning of one of its lines, that begins this screen. Files that do not roll (fewer than
 * 15 % of their cues do) keep their repetitions, but for captions that were drawn twice.
 */
export const collapseRolling = (cues: readonly Cue[]): { utterances: Cue[]; isRolling: boolean } => {
  const screens = cues.map(readScreen)
  const overlaps = screens.map((screen, at) => findOverlap(screens[at - 1], screen))
  const telling = overlaps.filter(({ shown }, at) => isTelling(shown, screens[at - 1], screens[at])).length
  const isRolling = telling > 0 && telling >= ROLLING_SHARE * (cues.length - 1)
  const utterances: Cue[] = []
  cues.forEach((cue, at) => {
    const before = cues[at - 1]
    const screen = screens[at] ?? NOTHING
    const { shown, undone } = overlaps[at] ?? NO_OVERLAP
    if (!isRolling) {
      const isAgain = before !== undefined && isRedrawn(before, cue, shown, screen)
      if (!isAgain) utterances.push(cue)
      return
    }
    takeBack(utterances, undone)
    if (shown === screen.letters.length) return
    const part = newPart(cue, shown)
    const last = utterances.at(-1)
    const goesOn = last !== undefined && shown > 0 && !screen.lineStarts.includes(shown)
    if (goesOn && (last.text.length < LONGEST_LINE || isMidWord(last, part)))
      utterances[utterances.length - 1] = join(last, part)
    else utterances.push(part)
  })
  return { utterances, isRolling }
}

/** A screen without its white space: the letters, where each line begins among them, and where each stood in the cue. */
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

/** `shown`: letters at the beginning of `next` that stood in `last`; `undone`: letters of `last` written anew since. */
const findOverlap = (last: Screen = NOTHING, next: Screen): { shown: number; undone: number } => {
  const starts = last.lineStarts.slice(-MAX_LINES).filter(start => last.letters.length - start <= MAX_LETTERS)
  for (const start of starts) {
    if (next.letters.startsWith(last.letters.slice(start))) return { shown: last.letters.length - start, undone: 0 }
  }
  // A live captioner corrects: the lines above still stand, the end of the last one is another.
  for (const start of starts) {
    const shown = sameBeginning(last.letters.slice(start), next.letters)
    const undone = last.letters.length - start - shown
    const hasLine =
      last.lineStarts.includes(start + shown) || last.lineStarts.some(at => at > start && at < start + shown)
    if (hasLine && shown >= TELLING_LETTERS && undone <= MAX_UNDONE) return { shown, undone }
  }
  return NO_OVERLAP
}

const sameBeginning = (one: string, other: string): number => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

/** Takes letters off the end of what was said. */
const takeBack = (utterances: Cue[], letters: number) => {
  for (let left = letters; left > 0; ) {
    const last = utterances.pop()
    if (last === undefined) return
    let end = last.text.length
    while (end > 0 && left > 0) if (/\S/.test(last.text[--end] ?? '')) left--
    const text = last.text.slice(0, end)
    if (text.trim() !== '') utterances.push({ ...last, text, marks: last.marks.filter(mark => mark.at < end) })
  }
}

const isTelling = (shown: number, last: Screen = NOTHING, next: Screen = NOTHING): boolean =>
  shown >= TELLING_LETTERS && (shown < last.letters.length || shown < next.letters.length)

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

/** A line that grew: live captions come a few letters at a time. */
const join = (last: Cue, part: Cue): Cue => {
  const length = last.text.length
  const start: Mark[] = part.marks.length > 0 && !isMidWord(last, part) ? [{ at: length, ms: part.startMs }] : []
  const added = part.marks.map(mark => ({ at: mark.at + length, ms: mark.ms }))
  return { ...last, endMs: part.endMs, text: last.text + part.text, marks: [...last.marks, ...start, ...added] }
}

/** Where in the text stands what follows its first `count` letters, with the white space in between. */
const offsetOfLetter = (text: string, count: number): number => {
  let seen = 0
  let at = 0
  while (at < text.length && seen < count) if (/\S/.test(text[at++] ?? '')) seen++
  return at
}

import type { Cue, CueFile, Mark } from './cue.ts'
import { languageTag } from './language-tag.ts'
import { readStamp } from './stamp.ts'

const LRC_STAMP = String.raw`\d{1,3}:\d{1,2}(?::\d{1,2})?(?:[.,]\d{1,4})?`
const stampedLine = new RegExp(String.raw`^\s*\[\s*(${LRC_STAMP})\s*\]`)
const innerStamp = new RegExp(String.raw`[<[]\s*(${LRC_STAMP})\s*[>\]]`, 'g')
/** `[ar:Somebody]`, `[offset:+500]`, `[#:a comment]`. */
const header = /^\s*\[\s*(#|[a-z][a-z_ ]{0,19}?)\s*:\s*(.*?)\s*\]?\s*$/i
/** Who sings, in some programs' files: `F:`, `v1:`. */
const part = /^\s*(?:[FMD]|v\d{1,2}|bg)\s*:\s*/

/** A chorus comes a few times; more stamps before one line would multiply a file. */
const MAX_STAMPS_OF_A_LINE = 20
const MAX_LETTERS = 10_000_000

/** Tells lyrics from other stamped text: by their headers, words with stamps of their own, or lines with several stamps. */
export const isLrc = (lines: readonly string[]): boolean => {
  const stamped = lines.filter(line => stampedLine.test(line))
  const hasHeader = lines.some(line => /^\s*\[(?:ar|ti|al|au|by|re|ve|length|offset|la|lr|tool|#)\s*:/i.test(line))
  return stamped.length > 0 && (hasHeader || stamped.some(line => hasInner.test(line)))
}

const hasInner = new RegExp(String.raw`^\s*\[${LRC_STAMP}\].{0,400}?[<[]${LRC_STAMP}[>\]]`)

/**
 * Reads lyrics (.lrc), which transcribers write too. A line with several stamps is sung at each of them; enhanced files time
 * every word (`<00:12.50>`). A line lasts until the next, even where that is empty. A positive `offset` shows lines earlier.
 */
export const readLrc = (text: string): CueFile => {
  const cues: Cue[] = []
  let letters = 0
  let offsetMs = 0
  let language: string | undefined
  for (const line of text.split('\n')) {
    const stamped = readLine(line)
    const [, name = '', value = ''] = header.exec(line.slice(0, 500)) ?? []
    letters += line.length * Math.max(1, stamped.length)
    if (letters > MAX_LETTERS) break
    if (stamped.length > 0) for (const cue of stamped) cues.push(cue)
    else if (name === 'offset') offsetMs = Number(/^[+-]?\d{1,9}$/.exec(value)?.[0] ?? 0)
    else if (name === 'la') language = languageTag(value)
    else if (name === '' && line.trim() !== '' && cues.length > 0) {
      const last = cues.at(-1) as Cue
      cues[cues.length - 1] = { ...last, text: `${last.text}\n${line}` }
    }
  }
  cues.sort((a, b) => a.startMs - b.startMs)
  return { cues: cues.map((cue, at) => timed(cue, cues[at + 1], offsetMs)).filter(isSung), language }
}

const isSung = (cue: Cue): boolean => cue.text.trim() !== ''

/** The line once for each stamp before it. */
const readLine = (line: string): Cue[] => {
  const startsMs: number[] = []
  let rest = line
  for (let found = stampedLine.exec(rest); found !== null; found = stampedLine.exec(rest)) {
    const ms = readStamp(found[1] ?? '')
    if (ms !== undefined && startsMs.length < MAX_STAMPS_OF_A_LINE) startsMs.push(ms)
    rest = rest.slice(found[0].length)
  }
  const [firstMs] = startsMs
  if (firstMs === undefined) return []
  const { text, marks } = readWords(rest.replace(part, ''))
  return startsMs.map(startMs => ({
    startMs,
    endMs: startMs,
    text,
    marks: marks.map(({ at, ms }) => ({ at, ms: ms + startMs - firstMs })),
    part: 0,
  }))
}

const readWords = (line: string): { text: string; marks: Mark[] } => {
  const marks: Mark[] = []
  let text = ''
  let from = 0
  for (const found of line.matchAll(innerStamp)) {
    const ms = readStamp(found[1] ?? '')
    if (ms === undefined) continue
    text += line.slice(from, found.index)
    from = found.index + found[0].length
    marks.push({ at: text.length, ms })
  }
  return { text: text + line.slice(from), marks }
}

const timed = (cue: Cue, next: Cue | undefined, offsetMs: number): Cue => ({
  ...cue,
  startMs: cue.startMs - offsetMs,
  endMs: Math.max(cue.startMs, next?.startMs ?? cue.marks.at(-1)?.ms ?? cue.startMs) - offsetMs,
  marks: cue.marks.map(({ at, ms }) => ({ at, ms: ms - offsetMs })),
})

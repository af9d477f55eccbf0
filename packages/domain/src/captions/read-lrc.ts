import type { Cue, CueFile, Mark } from './cue.ts'
import { languageTag } from './language-tag.ts'
import { readStamp } from './stamp.ts'

const LRC_STAMP = String.raw`\d{1,3}:\d{1,2}(?::\d{1,2})?(?:[.,]\d{1,4})?`
const stampedLine = new RegExp(String.raw`^\s*\[\s*(${LRC_STAMP})\s*\]`)
const innerStamp = new RegExp(String.raw`[<[]\s*(${LRC_STAMP})\s*[>\]]`, 'g')
/** `[ar:Somebody]`, `[offset:+500]`, `[#:a comment]`. */
const header = /^\[\s*(# ?|[a-z][a-z_ ]{0,19}):(.*)/i
/** Voice labels in the files of some programs: `F:`, `v1:`. */
const voiceLabel = /^\s*(?:[FMD]|v\d{1,2}|bg)\s*:\s*/

/** A chorus repeats a few times. More timestamps per line would multiply the size of a file. */
const MAX_STAMPS_PER_LINE = 20
const MAX_LETTERS = 10_000_000

/** Recognizes lyrics by their headers, by timed words, or by lines with several timestamps. */
export const isLrc = (lines: readonly string[]): boolean => {
  const stamped = lines.filter(line => stampedLine.test(line))
  const hasHeader = lines.some(line => /^\s*\[(?:ar|ti|al|au|by|re|ve|length|offset|la|lr|tool|#)\s*:/i.test(line))
  return stamped.length > 0 && (hasHeader || stamped.some(line => hasInner.test(line)))
}

const hasInner = new RegExp(String.raw`^\s*\[${LRC_STAMP}\].{0,400}?[<[]${LRC_STAMP}[>\]]`)

/**
 * Reads lyrics (.lrc), a format that transcription tools also write. A line with several timestamps repeats at each of them;
 * enhanced files time every word (`<00:12.50>`). A line lasts until the next one, even if that is empty. A positive `offset`
 * shows lines earlier.
 */
export const readLrc = (text: string): CueFile => {
  const cues: Cue[] = []
  let letters = 0
  let offsetMs = 0
  let language: string | undefined
  for (const line of text.split('\n')) {
    const lineCues = readLine(line)
    const [name, value] = readHeader(line)
    letters += line.length * Math.max(1, lineCues.length)
    if (letters > MAX_LETTERS) break
    if (lineCues.length > 0) for (const cue of lineCues) cues.push(cue)
    else if (name === 'offset') offsetMs = Number(/^[+-]?\d{1,9}$/.exec(value)?.[0] ?? 0)
    else if (name === 'la') language = languageTag(value)
    else if (name === '' && line.trim() !== '' && cues.length > 0) {
      const last = cues.at(-1) as Cue
      cues[cues.length - 1] = { ...last, text: `${last.text}\n${line}` }
    }
  }
  cues.sort((a, b) => a.startMs - b.startMs)
  return { cues: cues.map((cue, at) => withTimes(cue, cues[at + 1], offsetMs)).filter(hasText), language }
}

/** Name and value of a header line; empty texts for other lines. */
const readHeader = (line: string): readonly [name: string, value: string] => {
  const [, name = '', value = ''] = header.exec(line.slice(0, 500).trim()) ?? []
  return [name.trim(), value.replace(/\]$/, '').trim()]
}

const hasText = (cue: Cue): boolean => cue.text.trim() !== ''

/** One cue for each timestamp before the line. */
const readLine = (line: string): Cue[] => {
  const startsMs: number[] = []
  let rest = line
  for (let match = stampedLine.exec(rest); match !== null; match = stampedLine.exec(rest)) {
    const ms = readStamp(match[1] ?? '')
    if (ms !== undefined && startsMs.length < MAX_STAMPS_PER_LINE) startsMs.push(ms)
    rest = rest.slice(match[0].length)
  }
  const [firstMs] = startsMs
  if (firstMs === undefined) return []
  const { text, marks } = readWords(rest.replace(voiceLabel, ''))
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
  for (const match of line.matchAll(innerStamp)) {
    const ms = readStamp(match[1] ?? '')
    if (ms === undefined) continue
    text += line.slice(from, match.index)
    from = match.index + match[0].length
    marks.push({ at: text.length, ms })
  }
  return { text: text + line.slice(from), marks }
}

const withTimes = (cue: Cue, next: Cue | undefined, offsetMs: number): Cue => ({
  ...cue,
  startMs: cue.startMs - offsetMs,
  endMs: Math.max(cue.startMs, next?.startMs ?? cue.marks.at(-1)?.ms ?? cue.startMs) - offsetMs,
  marks: cue.marks.map(({ at, ms }) => ({ at, ms: ms - offsetMs })),
})

import { Parser } from 'htmlparser2'
import type { Cue, CueFile, Mark } from './cue.ts'
import { readCueText } from './cue-text.ts'
import { languageTag } from './language-tag.ts'
import { LARGEST_MS, readStamp } from './stamp.ts'

/** No caption format nests deeper than a handful; the reader stops there, so nesting costs nothing. */
const MAX_DEPTH = 64

/**
 * Reads caption XML: YouTube's srv1 (`<text start dur>` in seconds), srv2 (`<text t d>`) and srv3 (`<p t d>` with `<s t>`
 * words) in milliseconds, and TTML (`<p begin end>`). A file that is cut or broken gives what stands before the break.
 * Entities of a DTD are never expanded. `null` where the XML is something else (a feed).
 */
export const readTimedText = (xml: string): CueFile | null => {
  const cues: Cue[] = []
  let language: string | undefined
  let open: Cue | null = null
  let root: string | undefined
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) throw new TooDeep()
        const tag = localName(name)
        root ??= tag
        language ??= languageTag(attributes['xml:lang'] ?? attributes.lang)
        if (tag === 'text' || tag === 'p') open = openCue(attributes)
        else if (open !== null && tag === 'br') open.text += '\n'
        else if (open !== null && tag === 's') markWord(open, attributes)
      },
      ontext(text) {
        if (open !== null) open.text += text
      },
      onclosetag(name) {
        depth--
        const tag = localName(name)
        if (open === null || (tag !== 'text' && tag !== 'p')) return
        if (open.text.trim() !== '') cues.push(finish(open))
        open = null
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  try {
    parser.write(xml)
    parser.end()
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  return roots.has(root ?? '') ? { cues, language } : null
}

class TooDeep extends Error {}

const roots = new Set(['transcript', 'timedtext', 'tt'])

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

const openCue = (attributes: Record<string, string>): Cue | null => {
  const { start, dur, t, d, begin, end } = attributes
  const startMs = t !== undefined ? toMs(t, 1) : start !== undefined ? toMs(start, 1000) : toTtmlMs(begin)
  if (startMs === undefined) return null
  const lastsMs = d !== undefined ? toMs(d, 1) : begin !== undefined ? toTtmlMs(dur) : toMs(dur, 1000)
  const endMs = toTtmlMs(end) ?? startMs + (lastsMs ?? 0)
  return { startMs, endMs, text: '', marks: [], part: 0 }
}

/** A word of srv3; the first one carries no offset. */
const markWord = (cue: Cue, attributes: Record<string, string>) => {
  cue.marks.push({ at: cue.text.length, ms: cue.startMs + (toMs(attributes.t, 1) ?? 0) })
}

/** What the XML's escapes hide may itself be markup and escapes. */
const finish = (cue: Cue): Cue => {
  if (!/[<&]/.test(cue.text)) return cue
  if (cue.marks.length === 0) return { ...cue, text: readCueText(cue.text, 'known').text }
  const marks: Mark[] = []
  let text = ''
  cue.marks.forEach((mark, index) => {
    if (index === 0) text += readCueText(cue.text.slice(0, mark.at), 'known').text
    marks.push({ at: text.length, ms: mark.ms })
    text += readCueText(cue.text.slice(mark.at, cue.marks[index + 1]?.at), 'known').text
  })
  return { ...cue, text, marks }
}

const toMs = (text: string | undefined, perUnit: number): number | undefined => {
  const ms = text === undefined || text.trim() === '' ? Number.NaN : Number(text) * perUnit
  return ms >= 0 && ms <= LARGEST_MS ? Math.round(ms) : undefined
}

/** TTML's `00:00:01.000` and `12.5s`; frames and ticks are not understood. */
const toTtmlMs = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const unit = /^(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)$/.exec(text)
  const scale = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit?.[2] ?? 's']
  return unit === null ? readStamp(text) : toMs(unit[1], scale ?? 1000)
}

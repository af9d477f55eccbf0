import type { Cue, CueFile, Mark } from './cue.ts'
import { readCueText } from './cue-text.ts'
import { isRecord, parseJson } from './json.ts'
import { MAX_TIMESTAMP_MS } from './stamp.ts'

/**
 * Reads YouTube's `fmt=json3`. An event is a cue; its `segs` are words with `tOffsetMs` relative to the event's start. Events
 * without text set up windows, and events with `aAppend` and only a line break scroll the window. Null if the text is not JSON
 * with events.
 */
export const readJson3 = (text: string): CueFile | null => {
  const file = parseJson(text)
  if (!isRecord(file) || !Array.isArray(file.events)) return null
  const cues: Cue[] = []
  for (const event of file.events) {
    const cue = isRecord(event) ? readEvent(event) : null
    if (cue !== null) cues.push(cue)
  }
  return { cues }
}

const readEvent = (event: Record<string, unknown>): Cue | null => {
  const pieces = Array.isArray(event.segs) ? event.segs.filter(isRecord) : []
  const startMs = toMs(event.tStartMs)
  if (startMs === undefined) return null
  const marks: Mark[] = []
  let text = ''
  for (const piece of pieces) {
    const words = piece.utf8
    if (typeof words !== 'string') continue
    const isTimed = pieces.length > 1 || piece.tOffsetMs !== undefined || piece.acAsrConf !== undefined
    if (isTimed && words.trim() !== '') marks.push({ at: text.length, ms: startMs + (toMs(piece.tOffsetMs) ?? 0) })
    // Uploaded captions contain tags and escapes of their own.
    text += /[<&]/.test(words) ? readCueText(words, 'known').text : words
  }
  if (text.trim() === '') return null
  return { startMs, endMs: startMs + (toMs(event.dDurationMs) ?? 0), text, marks, part: 0 }
}

const toMs = (value: unknown): number | undefined => {
  const ms = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof ms === 'number' && ms >= 0 && ms <= MAX_TIMESTAMP_MS ? Math.round(ms) : undefined
}

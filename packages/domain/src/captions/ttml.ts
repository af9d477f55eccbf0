import type { Cue } from './cue.ts'
import { type ElementReader, localName, resolveMarkup } from './element-reader.ts'
import { FRAMES_PER_SECOND, MAX_TIMESTAMP_MS, readStamp, withAsciiStamps } from './stamp.ts'

/** Consecutive spans with at most this many words on average are timed words of one caption; longer spans are separate captions. */
const MAX_WORDS_PER_TIMED_WORD = 2

/** When an element is shown, in milliseconds of the document. `endMs` is infinite if it has no end. */
interface Timed {
  startMs: number
  endMs: number
  /** The element or one of its ancestors has a start time. */
  isTimed: boolean
  /** Elements in a `seq` follow each other; this is the start of the next one. */
  nextMs: number
  isSequence: boolean
  language: string | undefined
  /** Id of the speaker. */
  agent: string | undefined
  isHidden: boolean
}

interface Piece extends Timed {
  text: string
}

/**
 * Reads TTML. Every element from `body` to `span` may have `begin`, `end` and `dur`, relative to the start of its parent. Text is
 * shown during the innermost element.
 *
 * Source: TTML2 §12 (w3.org/TR/ttml2), and its use in EBU-TT-D, IMSC and old DFXP files.
 */
export const createTtmlReader = (): ElementReader => {
  const cues: (Cue & { language: string | undefined })[] = []
  const voices = new Map<string, string>()
  const ancestors: Timed[] = [DOCUMENT]
  let rates: Rates = { frame: FRAMES_PER_SECOND, tick: 1 }
  let pieces: Piece[] | null = null
  let agent: string | undefined
  return {
    open(tag, attributes) {
      ancestors.push(tag === 'br' ? top(ancestors) : resolveTimes(tag, attributes, top(ancestors), rates))
      if (tag === 'tt') rates = readRates(attributes)
      else if (tag === 'agent') agent = attributes['xml:id']
      else if (tag === 'p') pieces = []
      else if (tag === 'br') pieces?.push({ ...top(ancestors), text: '\n' })
    },
    text(text) {
      if (agent !== undefined && text.trim() !== '') voices.set(agent, text.trim())
      const timed = top(ancestors)
      if (pieces === null || timed.isHidden) return
      const last = pieces.at(-1)
      const shown = text.replace(/\s+/g, ' ')
      // The parser splits text at each escape.
      if (last?.startMs === timed.startMs && last.endMs === timed.endMs) last.text += shown
      else pieces.push({ ...timed, text: shown })
    },
    close(tag) {
      const closed = ancestors.length > 1 ? (ancestors.pop() as Timed) : DOCUMENT
      if (ancestors.length > 1) advanceSequence(closed, top(ancestors))
      if (tag === 'agent') agent = undefined
      if (tag !== 'p' || pieces === null) return
      const voice = voices.get(closed.agent ?? '')
      for (const cue of toCues(pieces))
        cues.push({ ...cue, language: closed.language, ...(voice === undefined ? {} : { voice }) })
      pieces = null
    },
    file: () => ({ cues: preferEnglish(cues).map(({ language: _, ...cue }) => cue) }),
  }
}

const DOCUMENT: Timed = {
  startMs: 0,
  endMs: Number.POSITIVE_INFINITY,
  isTimed: false,
  nextMs: 0,
  isSequence: false,
  language: undefined,
  agent: undefined,
  isHidden: false,
}

/** A document may contain several languages side by side. Returns the English cues, or all if there are none. */
const preferEnglish = <T extends { language: string | undefined }>(cues: readonly T[]): readonly T[] => {
  const english = cues.filter(cue => /^en\b/i.test(cue.language ?? ''))
  return english.length > 0 ? english : cues
}

/** Elements with text about the captions instead of captions. */
const invisible = new Set(['metadata', 'title', 'desc', 'copyright', 'agent', 'head', 'data'])
/** Ruby text: pronunciation next to the characters it belongs to. */
const isRuby = (attributes: Record<string, string>) => /^(?:text|delimiter)/.test(attributes['tts:ruby'] ?? '')

const top = (elements: readonly Timed[]): Timed => elements.at(-1) as Timed

const resolveTimes = (tag: string, attributes: Record<string, string>, parent: Timed, rates: Rates): Timed => {
  const begin = toMs(attributes.begin, rates)
  const end = toMs(attributes.end, rates)
  const lastsMs = toMs(attributes.dur, rates)
  const baseMs = parent.isSequence ? parent.nextMs : parent.startMs
  // Some programs write the times of inner elements relative to the document.
  const isFromDocument = begin !== undefined && baseMs > 0 && baseMs + begin >= parent.endMs && begin < parent.endMs
  const fromMs = isFromDocument ? 0 : baseMs
  const startMs = fromMs + (begin ?? 0)
  const ownEndMs = Math.min(
    end === undefined ? Number.POSITIVE_INFINITY : fromMs + end,
    lastsMs === undefined ? Number.POSITIVE_INFINITY : startMs + lastsMs,
  )
  return {
    startMs,
    endMs: Math.min(ownEndMs, Math.max(parent.endMs, startMs)),
    isTimed:
      parent.isTimed || begin !== undefined || (parent.isSequence && parent.nextMs > 0) || ownEndMs < MAX_TIMESTAMP_MS,
    nextMs: startMs,
    isSequence: attributes.timeContainer === 'seq',
    language: attributes['xml:lang'] ?? parent.language,
    agent: attributes['ttm:agent'] ?? parent.agent,
    isHidden: parent.isHidden || invisible.has(tag) || isRuby(attributes),
  }
}

/** The next element of a sequence starts when this one ends. */
const advanceSequence = (closed: Timed, parent: Timed) => {
  if (Number.isFinite(closed.endMs)) parent.nextMs = Math.max(parent.nextMs, closed.endMs)
}

const toCues = (pieces: readonly Piece[]): Cue[] => {
  const timed = pieces.filter(piece => piece.isTimed)
  const spoken = timed.filter(piece => piece.text.trim() !== '')
  if (spoken.length === 0) return []
  const words = spoken.reduce((sum, piece) => sum + piece.text.trim().split(' ').length, 0)
  const isInOrder = spoken.every((piece, at) => piece.startMs >= (spoken[at - 1]?.startMs ?? piece.startMs))
  const areWords = isInOrder && spoken.length > 1 && words <= spoken.length * MAX_WORDS_PER_TIMED_WORD
  return (areWords ? [timed] : groupByTime(timed)).map(toCue).filter(cue => cue.text.trim() !== '')
}

/** Groups consecutive pieces that are shown at the same time. */
const groupByTime = (pieces: readonly Piece[]): Piece[][] => {
  const groups: Piece[][] = []
  for (const piece of pieces) {
    const group = groups.at(-1)
    const isSame = group?.[0]?.startMs === piece.startMs && group[0].endMs === piece.endMs
    if (group !== undefined && (isSame || piece.text.trim() === '')) group.push(piece)
    else groups.push([piece])
  }
  return groups
}

const toCue = (pieces: readonly Piece[]): Cue => {
  const spoken = pieces.filter(piece => piece.text.trim() !== '')
  // Not Math.min(...): a paragraph may have more pieces than a call can have arguments.
  const startMs = spoken.reduce((ms, piece) => Math.min(ms, piece.startMs), spoken[0]?.startMs ?? 0)
  const endMs = spoken.reduce((ms, { endMs }) => (Number.isFinite(endMs) ? Math.max(ms, endMs) : ms), startMs)
  const cue: Cue = { startMs, endMs, text: '', marks: [], part: 0 }
  const isWords = spoken.some(piece => piece.startMs !== startMs)
  for (const piece of pieces) {
    if (isWords && piece.text.trim() !== '') cue.marks.push({ at: cue.text.length, ms: piece.startMs })
    cue.text += piece.text
  }
  return resolveMarkup(cue)
}

interface Rates {
  frame: number
  tick: number
}

const readRates = (attributes: Record<string, string>): Rates => {
  const parameters = new Map(Object.entries(attributes).map(([name, value]) => [localName(name), value]))
  const number = (name: string) => {
    const value = Number(parameters.get(name))
    return value > 0 && value <= MAX_TIMESTAMP_MS ? value : undefined
  }
  const [, over = '1', under = '1'] =
    /^(\d{1,9})[\s:](\d{1,9})$/.exec(parameters.get('frameratemultiplier') ?? '') ?? []
  const multiplier = Number(over) / Math.max(1, Number(under)) || 1
  const frame = (number('framerate') ?? FRAMES_PER_SECOND) * multiplier
  const isFrameSet = number('framerate') !== undefined
  return { frame, tick: number('tickrate') ?? (isFrameSet ? frame * (number('subframerate') ?? 1) : 1) }
}

/** Parses `00:00:01.000`, `12.5s`, `300f`, `00:00:04:12` (with frames) and `50000000t`. */
const toMs = (text: string | undefined, rates: Rates): number | undefined => {
  const bare = withAsciiStamps(text?.trim() ?? '')
  const [, amount, unit = ''] = /^(\d{1,20}(?:\.\d{1,20})?)\s*(ms|s|m|h|f|t)$/.exec(bare) ?? []
  const [, clock, frames = ''] = /^(\d{1,9}:\d{1,9}:\d{1,9})[:;](\d{1,9}(?:\.\d{1,9})?)$/.exec(bare) ?? []
  const perUnit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, f: 1000 / rates.frame, t: 1000 / rates.tick }[unit] ?? 0
  const ms =
    amount !== undefined
      ? Number(amount) * perUnit
      : clock !== undefined
        ? (readStamp(clock) ?? Number.NaN) + (Number(frames) * 1000) / rates.frame
        : (readStamp(bare) ?? Number.NaN)
  return ms >= 0 && ms <= MAX_TIMESTAMP_MS ? Math.round(ms) : undefined
}

import { Parser } from 'htmlparser2'
import type { Cue, CueFile } from './cue.ts'
import { type ElementReader, localName, resolveMarkup } from './element-reader.ts'
import { languageTag } from './language-tag.ts'
import { MAX_TIMESTAMP_MS } from './stamp.ts'
import { createTtmlReader } from './ttml.ts'

/** No caption format nests this deep. Reading stops there, so that deep nesting costs nothing. */
const MAX_DEPTH = 64

/**
 * Reads caption XML: YouTube's srv1 (`<text start dur>` in seconds), srv2 (`<text t d>`) and srv3 (`<p t d>` with `<s t>`
 * words) in milliseconds, and TTML, timed on any element. A truncated or broken file is read up to the error. DTD entities are
 * never expanded. Null if the XML is something else (a feed).
 */
export const readTimedText = (xml: string): CueFile | null => {
  let language: string | undefined
  let root: string | undefined
  let reader: ElementReader | undefined
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) throw new TooDeep()
        const tag = localName(name)
        root ??= tag
        reader ??= tag === 'tt' ? createTtmlReader() : createSrvReader()
        language ??= languageTag(attributes['xml:lang'] ?? attributes.lang)
        reader.open(tag, attributes)
      },
      ontext(text) {
        reader?.text(text)
      },
      onclosetag(name) {
        depth--
        reader?.close(localName(name))
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
  return reader !== undefined && roots.has(root ?? '') ? { ...reader.file(), language } : null
}

class TooDeep extends Error {}

const roots = new Set(['transcript', 'timedtext', 'tt'])

const createSrvReader = (): ElementReader => {
  const cues: Cue[] = []
  let open: Cue | null = null
  return {
    open(tag, attributes) {
      if (tag === 'text' || tag === 'p') open = openCue(attributes)
      else if (open !== null && tag === 'br') open.text += '\n'
      else if (open !== null && tag === 's') markWord(open, attributes)
    },
    text(text) {
      if (open !== null) open.text += text
    },
    close(tag) {
      if (open === null || (tag !== 'text' && tag !== 'p')) return
      if (open.text.trim() !== '') cues.push(resolveMarkup(open))
      open = null
    },
    file: () => ({ cues }),
  }
}

const openCue = ({ start, dur, t, d }: Record<string, string>): Cue | null => {
  const startMs = t === undefined ? toMs(start, 1000) : toMs(t, 1)
  if (startMs === undefined) return null
  const lastsMs = d === undefined ? toMs(dur, 1000) : toMs(d, 1)
  return { startMs, endMs: startMs + (lastsMs ?? 0), text: '', marks: [], part: 0 }
}

/** A word in srv3. The first one has no offset. */
const markWord = (cue: Cue, attributes: Record<string, string>) => {
  cue.marks.push({ at: cue.text.length, ms: cue.startMs + (toMs(attributes.t, 1) ?? 0) })
}

const toMs = (text: string | undefined, perUnit: number): number | undefined => {
  const ms = text === undefined || text.trim() === '' ? Number.NaN : Number(text) * perUnit
  return ms >= 0 && ms <= MAX_TIMESTAMP_MS ? Math.round(ms) : undefined
}

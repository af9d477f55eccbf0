import { readAssText } from './ass-text.ts'
import type { Cue, CueFile } from './cue.ts'
import { MAX_TIMESTAMP_MS, readStamp } from './stamp.ts'

/**
 * Reads Advanced SubStation (.ass) and its predecessor (.ssa): the `Dialogue` lines, whose fields are named by a `Format` line
 * with the text last. Removes drawings, comments and tags. Karaoke syllables become word times.
 */
export const readAss = (text: string): CueFile => {
  const cues = new Map<string, Cue>()
  let format = FORMAT
  for (const line of text.split('\n')) {
    const [, kind = '', rest = ''] = /^\s*(Format|Dialogue)\s*:\s*(.*)$/i.exec(line.slice(0, MAX_LINE_CHARS)) ?? []
    if (kind.toLowerCase() === 'format') {
      const names = rest.split(',').map(name => name.trim().toLowerCase())
      // The styles section has its own format line.
      if (names.includes('start') && names.at(-1) === 'text') format = names
    } else if (kind !== '') {
      const cue = readDialogue(rest, format)
      // Outlines and shadows repeat the same line in another layer.
      if (cue !== null) cues.set(`${cue.startMs} ${cue.endMs} ${cue.text}`, cue)
    }
  }
  // Files are not ordered by time: authors often write all speech first and then the signs.
  return { cues: [...cues.values()].sort((a, b) => a.startMs - b.startMs) }
}

const MAX_LINE_CHARS = 20_000
const FORMAT = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text']

const readDialogue = (line: string, format: readonly string[]): Cue | null => {
  const fields = line.split(',')
  const field = (...names: string[]) => fields[format.findIndex(name => names.includes(name))]?.trim() ?? ''
  const startMs = readStamp(field('start'))
  if (startMs === undefined || startMs > MAX_TIMESTAMP_MS) return null
  const raw = fields.length < format.length ? (fields.at(-1) ?? '') : fields.slice(format.length - 1).join(',')
  const { text, beats } = readAssText(raw, 'every')
  if (text.trim() === '') return null
  const voice = field('name', 'actor')
  return {
    startMs,
    endMs: readStamp(field('end')) ?? startMs,
    text,
    marks: beats.map(({ at, afterMs }) => ({ at, ms: startMs + afterMs })),
    part: 0,
    ...(isVoice.test(voice) && !notVoices.test(voice) ? { voice } : {}),
  }
}

const isVoice = /^\p{Lu}[\p{L}\p{M}\p{N}.'’ -]{0,40}$/u
/** Notes of subtitle authors in the name field. */
const notVoices = /^(?:NTP|OP|ED|Default|Main|Sign|Title|Text|Note|Alt|Top|Bottom|Comment|Karaoke|Lyrics?|Song)\b/i

import { decodeHTMLStrict } from 'entities'
import { readAssText } from './ass-text.ts'
import type { Mark } from './cue.ts'
import { readStamp } from './stamp.ts'

export interface CueText {
  text: string
  marks: Mark[]
  voice?: string
}

/**
 * Reads the text of one cue: removes markup, decodes entities (twice, because YouTube's srv1 escapes twice), and turns inner
 * timestamps such as `<00:00:01.040>` into marks and line break tags into line breaks.
 *
 * In WebVTT everything in angle brackets is markup (`every`). Elsewhere only known tags are (`known`), so that a talk about
 * `vector<int>` keeps its words.
 *
 * Source: WebVTT §4.2.2 (w3.org/TR/webvtt1). SRT has no standard; its tags are those of MPC-HC and VLC.
 */
export const readCueText = (raw: string, tags: 'every' | 'known'): CueText => {
  const source = mayBeAss.test(raw) ? readAssText(raw).text : raw
  const marks: Mark[] = []
  let voice: string | undefined
  let text = ''
  let from = 0
  for (const match of source.matchAll(/<([^<>]{1,200})>/g)) {
    const [tag, inside = ''] = match
    const ms = readStamp(inside)
    const isKnown = ms !== undefined || knownTag.test(inside)
    if (!isKnown && tags === 'known') continue
    text += decodeEntities(source.slice(from, match.index))
    from = match.index + tag.length
    if (ms !== undefined) marks.push({ at: text.length, ms })
    else if (/^br\b/i.test(inside)) text += '\n'
    else if (/^v[\s.]/.test(inside)) {
      const named = decodeEntities(/^v(?:\.[\w.-]+)?\s+(.+)$/.exec(inside)?.[1]?.trim() ?? '')
      // A second voice in one cue is written as a turn.
      if (voice !== undefined && named !== voice) text += `\n>> ${named === '' ? '' : `${named}: `}`
      voice ??= named || undefined
    }
  }
  const rest = source.slice(from)
  text += decodeEntities(tags === 'every' ? rest.replace(truncatedTag, '') : rest)
  return voice === undefined ? { text, marks } : { text, marks, voice }
}

/** A tag of Advanced SubStation, or a drawing without its tags. */
const mayBeAss = /\\|(?:^|\n)\s*m -?\d/i

const knownTag = /^\/?(?:b|i|u|s|c|v|em|strong|font|span|ruby|rt|lang|p|div|br|tt)(?:[\s./:=].*)?\/?$/is

/** An incomplete tag at the end of a truncated file. */
const truncatedTag = /<(?:\/|\/?[a-z\d][\w.:]{0,40})?$/

/** Decodes entities twice and removes tags that were escaped with entities. */
const decodeEntities = (text: string): string => {
  if (!text.includes('&')) return text
  const once = withoutTags(decodeHTMLStrict(text))
  return once.includes('&') ? withoutTags(decodeHTMLStrict(once)) : once
}

const withoutTags = (text: string): string =>
  text.replace(/<([^<>]{1,200})>/g, (tag, inside: string) => (knownTag.test(inside) ? '' : tag))

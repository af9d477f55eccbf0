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
 * Reads the text of one cue: markup is taken out, entities are resolved (twice: YouTube's srv1 escapes twice), inner
 * stamps such as `<00:00:01.040>` become marks, a line break tag a line break.
 *
 * In WebVTT everything in angle brackets is markup (`every`). Elsewhere only known tags are (`known`), so that a talk
 * about `vector<int>` keeps its words.
 *
 * Source: WebVTT §4.2.2 (w3.org/TR/webvtt1); SRT has no standard: the tags are those of MPC-HC and VLC.
 */
export const readCueText = (raw: string, tags: 'every' | 'known'): CueText => {
  const source = mayBeAss.test(raw) ? readAssText(raw).text : raw
  const marks: Mark[] = []
  let voice: string | undefined
  let text = ''
  let from = 0
  for (const found of source.matchAll(/<([^<>]{1,200})>/g)) {
    const [tag, inside = ''] = found
    const ms = readStamp(inside)
    const isKnown = ms !== undefined || knownTag.test(inside)
    if (!isKnown && tags === 'known') continue
    text += plain(source.slice(from, found.index))
    from = found.index + tag.length
    if (ms !== undefined) marks.push({ at: text.length, ms })
    else if (/^br\b/i.test(inside)) text += '\n'
    else if (/^v[\s.]/.test(inside)) {
      const named = plain(/^v(?:\.[\w.-]+)?\s+(.+)$/.exec(inside)?.[1]?.trim() ?? '')
      // A second voice in one cue is written as the turn that it is.
      if (voice !== undefined && named !== voice) text += `\n>> ${named === '' ? '' : `${named}: `}`
      voice ??= named || undefined
    }
  }
  const rest = source.slice(from)
  text += plain(tags === 'every' ? rest.replace(cutTag, '') : rest)
  return voice === undefined ? { text, marks } : { text, marks, voice }
}

/** A tag of Advanced SubStation, or a drawing that lost its own. */
const mayBeAss = /\\|(?:^|\n)\s*m -?\d/i

const knownTag = /^\/?(?:b|i|u|s|c|v|em|strong|font|span|ruby|rt|lang|p|div|br|tt)(?:[\s./:=].*)?\/?$/is

/** Where a file was cut within a tag. */
const cutTag = /<(?:\/|\/?[a-z\d][\w.:]{0,40})?$/

/** Entities resolved twice; tags that were hidden behind entities go. */
const plain = (text: string): string => {
  if (!text.includes('&')) return text
  const once = withoutTags(decodeHTMLStrict(text))
  return once.includes('&') ? withoutTags(decodeHTMLStrict(once)) : once
}

const withoutTags = (text: string): string =>
  text.replace(/<([^<>]{1,200})>/g, (tag, inside: string) => (knownTag.test(inside) ? '' : tag))

import type { TranscriptResponse } from '@recaps/contract'
import { endsSentence } from '@recaps/domain/sentence-ends'

export interface Passage {
  startMs: number
  speaker: string | undefined
  text: string
}

/** Caption lines are a few words long, so they are joined to passages of about this many characters, one speaker each. */
const passageChars = 280

export function joinPassages(segments: TranscriptResponse['segments']): Passage[] {
  const passages: Passage[] = []
  for (const { startMs, speaker, text } of segments) {
    const last = passages.at(-1)
    const joins = last && last.speaker === speaker && !isFull(last.text, text)
    if (joins) last.text += ` ${text}`
    else passages.push({ startMs, speaker, text })
  }
  return passages
}

/** Whether to start a new passage: at the next end of a sentence, or after 1.6 times the length at the latest. */
const isFull = (text: string, next: string) => {
  if (text.length < passageChars) return false
  const [before, last] = text.split(' ').slice(-2)
  return text.length >= passageChars * 1.6 || endsSentence(last ?? '', next.split(' ', 1)[0]!, before)
}

/** Splits a text at every occurrence of the query. Pieces with odd indexes are the occurrences. */
export function splitAtMatches(text: string, query: string): string[] {
  const pattern = query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
  // [ASVS 1.2.9]
  return text.split(new RegExp(`(${pattern})`, 'giu'))
}

import { detectLanguage, toLowerCaseWords } from '@recaps/domain/spoken-language'
import type { Segment } from '../types.ts'

export interface MainLanguage {
  /** BCP 47 language of most of the speech, `und` if unknown. */
  language: string
  /** Share of words in English segments, 0 to 1. */
  share: number
  /** The English segments. */
  segments: Segment[]
}

/**
 * Separates English from other languages by function words, in stretches of about 60 words, so that a track that changes from English to
 * Spanish yields its English part. Unclear stretches get the language of their neighbours.
 */
export function mainLanguage(segments: readonly Segment[]): MainLanguage {
  const stretches = splitIntoStretches(segments)
  const names = smooth(stretches.map(stretch => detectLanguage(stretch.words)))
  const wordCounts = new Map<string, number>()
  stretches.forEach(({ words }, i) => {
    wordCounts.set(names[i]!, (wordCounts.get(names[i]!) ?? 0) + words.length)
  })
  const total = stretches.reduce((sum, stretch) => sum + stretch.words.length, 0)
  const mostFrequent = [...wordCounts].sort((a, b) => b[1] - a[1])[0]
  return {
    language: mostFrequent?.[0] ?? 'und',
    share: total === 0 ? 0 : (wordCounts.get('en') ?? 0) / total,
    segments: stretches.flatMap((stretch, i) => (names[i] === 'en' ? stretch.segments : [])),
  }
}

/** Assigns the surrounding language to unclear stretches and to single outliers. */
function smooth(names: readonly (string | null)[]): string[] {
  const smoothed = names.map((name, i) => {
    const isOutlier =
      name !== null && names[i - 1] === names[i + 1] && names[i - 1] !== undefined && names[i - 1] !== null
    return isOutlier ? names[i - 1]! : name
  })
  let before = smoothed.find(name => name !== null) ?? 'und'
  return smoothed.map(name => {
    before = name ?? before
    return before
  })
}

interface Stretch {
  segments: Segment[]
  words: string[]
}

function splitIntoStretches(segments: readonly Segment[]): Stretch[] {
  const stretches: Stretch[] = []
  let current: Stretch = { segments: [], words: [] }
  for (const segment of segments) {
    current.segments.push(segment)
    // No spread: a segment may have more words than a call may have arguments.
    for (const word of toLowerCaseWords(segment.text)) current.words.push(word)
    if (current.words.length >= 60) {
      stretches.push(current)
      current = { segments: [], words: [] }
    }
  }
  if (current.segments.length > 0) stretches.push(current)
  return stretches
}

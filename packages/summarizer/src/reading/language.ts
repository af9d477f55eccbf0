import { languageOfWords, wordsIn } from '@recaps/domain/spoken-language'
import type { Segment } from '../types.ts'

/** `share` is the part of the speech, by words, that is English; `segments` are those stretches of it. */
export interface MainLanguage {
  /** BCP 47 language of most of the speech, `und` when it cannot be told. */
  language: string
  share: number
  segments: Segment[]
}

/**
 * Tells English speech from other languages by its function words, stretch by stretch of about 60 words, so that a track
 * that is English first and Spanish later gives its English part. A stretch too short or too odd to tell goes with its
 * neighbours.
 */
export function mainLanguage(segments: readonly Segment[]): MainLanguage {
  const stretches = stretchesOf(segments)
  const names = settle(stretches.map(stretch => languageOfWords(stretch.words)))
  const wordsOf = new Map<string, number>()
  stretches.forEach(({ words }, i) => {
    wordsOf.set(names[i]!, (wordsOf.get(names[i]!) ?? 0) + words.length)
  })
  const total = stretches.reduce((sum, stretch) => sum + stretch.words.length, 0)
  const most = [...wordsOf].sort((a, b) => b[1] - a[1])[0]
  return {
    language: most?.[0] ?? 'und',
    share: total === 0 ? 0 : (wordsOf.get('en') ?? 0) / total,
    segments: stretches.flatMap((stretch, i) => (names[i] === 'en' ? stretch.segments : [])),
  }
}

/** Gives unclear stretches, and single odd ones, the language around them. */
function settle(names: readonly (string | null)[]): string[] {
  const settled = names.map((name, i) => {
    const alone = name !== null && names[i - 1] === names[i + 1] && names[i - 1] !== undefined && names[i - 1] !== null
    return alone ? names[i - 1]! : name
  })
  let before = settled.find(name => name !== null) ?? 'und'
  return settled.map(name => {
    before = name ?? before
    return before
  })
}

interface Stretch {
  segments: Segment[]
  words: string[]
}

function stretchesOf(segments: readonly Segment[]): Stretch[] {
  const stretches: Stretch[] = []
  let open: Stretch = { segments: [], words: [] }
  for (const segment of segments) {
    open.segments.push(segment)
    // One by one: a segment may have more words than a call may have arguments.
    for (const word of wordsIn(segment.text)) open.words.push(word)
    if (open.words.length >= 60) {
      stretches.push(open)
      open = { segments: [], words: [] }
    }
  }
  if (open.segments.length > 0) stretches.push(open)
  return stretches
}

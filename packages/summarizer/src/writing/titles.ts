import type { Phrase } from './phrases.ts'

/**
 * A title for each of several parts of a recording: the one or two phrases that a part uses much and the others little.
 * `partOf` says which part an utterance belongs to, −1 for none. No two parts get the same title.
 */
export function titlesFor(phrases: readonly Phrase[], parts: number, partOf: (place: number) => number): string[] {
  const taken = new Set<string>()
  const counts = phrases.map(phrase => countByPart(phrase, parts, partOf))
  return Array.from({ length: parts }, (_, part) => {
    const ranked = phrases
      .map((phrase, i) => ({ phrase, value: distinctiveness(phrase, counts[i]!, part) }))
      .filter(({ phrase, value }) => value > 0 && !taken.has(phrase.key))
      .sort((a, b) => b.value - a.value)
      .slice(0, 40)
    const first = ranked[0]
    if (!first) return ''
    const asMuch = first.phrase.key.includes(' ') ? 0.55 : 0.25
    const second = ranked.find(({ phrase, value }) => value > asMuch * first.value && areApart(phrase, first.phrase))
    for (const { phrase } of second ? [first, second] : [first]) taken.add(phrase.key)
    return capitalised(second ? `${first.phrase.text} and ${second.phrase.text}` : first.phrase.text)
  })
}

function countByPart({ places }: Phrase, parts: number, partOf: (place: number) => number): number[] {
  const counts = new Array<number>(parts).fill(0)
  for (const place of places) {
    const part = partOf(place)
    if (part >= 0) counts[part]!++
  }
  return counts
}

function distinctiveness(phrase: Phrase, counts: readonly number[], part: number): number {
  const own = counts[part]!
  if (own === 0) return 0
  const all = counts.reduce((sum, count) => sum + count, 0)
  const words = phrase.key.split(' ').length
  // Said once, a phrase of three words may be an accident; a single word must be said more often.
  const often = own - (words === 1 ? 1 : 0.5)
  return often <= 0 ? 0 : often ** 0.7 * (own / all) ** 0.7 * phrase.weight * [0, 0.7, 1.25, 1.2][words]!
}

const areApart = (a: Phrase, b: Phrase) => !a.key.split(' ').some(stem => b.key.split(' ').includes(stem))

/** What the whole recording is about: its three most telling phrases, as one line. */
export function headlineOf(phrases: readonly Phrase[]): string {
  const chosen: Phrase[] = []
  const ranked = phrases
    .map(phrase => ({ phrase, value: prominence(phrase) }))
    .sort((a, b) => b.value - a.value)
    .slice(0, 60)
  for (const { phrase, value } of ranked) {
    if (value <= 0 || chosen.length === 3) break
    if (chosen.every(other => areApart(phrase, other))) chosen.push(phrase)
  }
  const texts = chosen.map(phrase => phrase.text)
  const last = texts.pop()
  if (last === undefined) return ''
  return capitalised(texts.length > 0 ? `${texts.join(', ')} and ${last}` : last)
}

function prominence(phrase: Phrase): number {
  const words = phrase.key.split(' ').length
  const often = phrase.places.length - 1
  return often <= 0 ? 0 : Math.log(1 + often) * phrase.weight * [0, 0.75, 1.3, 1.3][words]!
}

const capitalised = (text: string) => text.replace(/^\p{Ll}/u, letter => letter.toUpperCase())

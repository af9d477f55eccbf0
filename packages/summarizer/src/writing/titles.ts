import type { Phrase } from './phrases.ts'

/**
 * Chooses a title for each part of a recording: the one or two phrases that are frequent in this part and rare in others. `partOf`
 * returns the part of an utterance, −1 if it has none. Every title is unique.
 */
export function chooseTitles(
  phrases: readonly Phrase[],
  parts: number,
  partOf: (utterance: number) => number,
): string[] {
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
    const minRatio = first.phrase.key.includes(' ') ? 0.55 : 0.25
    const second = ranked.find(
      ({ phrase, value }) => value > minRatio * first.value && haveNoCommonStem(phrase, first.phrase),
    )
    for (const { phrase } of second ? [first, second] : [first]) taken.add(phrase.key)
    return capitalise(second ? `${first.phrase.text} and ${second.phrase.text}` : first.phrase.text)
  })
}

function countByPart({ utterances }: Phrase, parts: number, partOf: (utterance: number) => number): number[] {
  const counts = new Array<number>(parts).fill(0)
  for (const utterance of utterances) {
    const part = partOf(utterance)
    if (part >= 0) counts[part]!++
  }
  return counts
}

function distinctiveness(phrase: Phrase, counts: readonly number[], part: number): number {
  const inPart = counts[part]!
  if (inPart === 0) return 0
  const all = counts.reduce((sum, count) => sum + count, 0)
  const words = phrase.key.split(' ').length
  // A phrase that occurs once may be chance, so it counts as half. A single word must occur at least twice.
  const frequency = inPart - (words === 1 ? 1 : 0.5)
  return frequency <= 0 ? 0 : frequency ** 0.7 * (inPart / all) ** 0.7 * phrase.weight * [0, 0.7, 1.25, 1.2][words]!
}

const haveNoCommonStem = (a: Phrase, b: Phrase) => !a.key.split(' ').some(stem => b.key.split(' ').includes(stem))

/** A headline for the recording: its three most prominent phrases. */
export function composeHeadline(phrases: readonly Phrase[]): string {
  const chosen: Phrase[] = []
  const ranked = phrases
    .map(phrase => ({ phrase, value: prominence(phrase) }))
    .sort((a, b) => b.value - a.value)
    .slice(0, 60)
  for (const { phrase, value } of ranked) {
    if (value <= 0 || chosen.length === 3) break
    if (chosen.every(other => haveNoCommonStem(phrase, other))) chosen.push(phrase)
  }
  const texts = chosen.map(phrase => phrase.text)
  const last = texts.pop()
  if (last === undefined) return ''
  return capitalise(texts.length > 0 ? `${texts.join(', ')} and ${last}` : last)
}

function prominence(phrase: Phrase): number {
  const words = phrase.key.split(' ').length
  const frequency = phrase.utterances.length - 1
  return frequency <= 0 ? 0 : Math.log(1 + frequency) * phrase.weight * [0, 0.75, 1.3, 1.3][words]!
}

const capitalise = (text: string) => text.replace(/^\p{Ll}/u, letter => letter.toUpperCase())

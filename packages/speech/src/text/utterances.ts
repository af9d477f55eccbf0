import type { SpokenToken } from './speech-plan.ts'

/** Flite processes an utterance at once, so longer ones take more time per character and lose more text when they fail. */
const MAX_CHARACTERS = 300

/**
 * Splits a sentence into utterances of at most `maxCharacters`, at the last punctuation mark that fits, else at the last word.
 * A single longer token is not split.
 */
export function splitIntoUtterances(tokens: SpokenToken[], maxCharacters: number = MAX_CHARACTERS): SpokenToken[][] {
  const utterances: SpokenToken[][] = []
  let rest = tokens
  while (rest.length > 0) {
    const fitting = countFitting(rest, maxCharacters)
    const cut = fitting === rest.length ? fitting : lastPause(rest.slice(0, fitting)) || fitting
    utterances.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return utterances
}

function countFitting(tokens: SpokenToken[], maxCharacters: number): number {
  let length = 0
  for (const [index, token] of tokens.entries()) {
    length += token.text.length + 1
    if (length > maxCharacters + 1) return Math.max(1, index)
  }
  return tokens.length
}

function lastPause(tokens: SpokenToken[]): number {
  return tokens.findLastIndex(token => /[.,:;!?]$/.test(token.text)) + 1
}

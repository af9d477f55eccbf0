import type { SpokenToken } from './speech-plan.ts'

/** Flite plans a whole utterance at once: its time per character grows with the length, and a stall costs the more. */
const MAX_CHARACTERS = 300

/**
 * Cuts a sentence into pieces short enough to be said in one go, at the last punctuation mark that fits, else at the last word.
 * A single longer token stays whole.
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

/** One token for the voice: letters and apostrophes with the punctuation that shapes the pause, and the written word it says. */
export type SpokenToken = { text: string; word: number }

/** How a written text is said. `words` are the written words, exactly `written.trim().split(/\s+/)`. */
export type SpeechPlan = { words: string[]; tokens: SpokenToken[] }

export function planSpeech(written: string): SpeechPlan {
  const words = written
    .trim()
    .split(/\s+/)
    .filter(word => word !== '')
  const tokens = words.flatMap((word, index) => {
    const text = word.normalize('NFKD').replace(/[^A-Za-z0-9'.,:;!?]/g, '')
    return /[A-Za-z0-9]/.test(text) ? [{ text, word: index }] : []
  })
  return { words, tokens }
}

export function spokenText(written: string): string {
  return planSpeech(written)
    .tokens.map(token => token.text)
    .join(' ')
}

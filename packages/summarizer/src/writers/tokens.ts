/**
 * About how many tokens of a language model a text takes: four characters of an alphabet make one, in scripts that write
 * whole words in a character each of them is about one and a half. Within a tenth of what common tokenizers count for English.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0
  return Math.ceil((text.length - dense) / 4 + dense / 1.5)
}

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu

/** Words in lower case and numbers without thousands separators. */
export const extractWords = (text: string): string[] =>
  (text.toLowerCase().match(/\d+(?:[.,]\d+)*|\p{L}[\p{L}\p{M}'’-]*/gu) ?? []).map(word =>
    /^\d/.test(word) ? word.replaceAll(',', '') : word.replaceAll('’', "'"),
  )

/** Stems of the words that carry meaning, without function words; includes numbers. */
export const extractContentWords = (text: string): string[] =>
  extractWords(text)
    .filter(word => !functionWords.has(word) && (word.length > 1 || /[\p{Lo}\d]/u.test(word)))
    .map(stemOf)

/** Numbers written as digits. */
export const extractNumbers = (text: string): string[] => extractWords(text).filter(word => /^\d/.test(word))

/** Numbers written as digits or as words, all returned as digits. */
export const extractCounts = (text: string): string[] =>
  extractWords(text).flatMap(word => (/^\d/.test(word) ? word : numberWords.has(word) ? numberWords.get(word)! : []))

/** Capitalized words that are not at the start of a sentence. */
export const extractNames = (text: string): string[] => text.match(/(?<=[\p{L}\p{N},;:)"'’] )\p{Lu}\p{L}+/gu) ?? []

/** English texts have 30 to 40% English function words, related languages 10 to 20%. */
export function isEnglish(texts: readonly string[]): boolean {
  const words = texts.flatMap(extractWords)
  return words.filter(word => functionWords.has(word)).length >= 0.2 * words.length
}

/** Turns spoken words into a sentence: capital letter and final punctuation. */
export function formatSentence(text: string): string {
  const bare = text.trim().replace(/[\s,;:–—-]+$/u, '')
  const capitalized = bare.replace(/^\p{Ll}/u, letter => letter.toUpperCase())
  return /[.!?…。！？]["'”’)]*$/u.test(capitalized) ? capitalized : `${capitalized}.`
}

/** The most informative sentence with at most `maxWords` words; if all are longer, the beginning of one. */
export function shorten(text: string, maxWords: number): string {
  if (extractWords(text).length <= maxWords) return text
  const sentences = text.split(/(?<=[.!?…]["'”’)]*)\s+/)
  const score = (sentence: string) => new Set(extractContentWords(sentence)).size
  const short = sentences.filter(sentence => extractWords(sentence).length <= maxWords)
  const best = (short.length > 0 ? short : sentences).toSorted((a, b) => score(b) - score(a))[0]!
  return extractWords(best).length <= maxWords ? best : best.split(/\s+/).slice(0, maxWords).join(' ')
}

function stemOf(word: string): string {
  const bare = word.replace(/'s?$/, '')
  if (bare.length > 4 && bare.endsWith('ies')) return `${bare.slice(0, -3)}y`
  return bare.replace(/(?<=\p{L}{4})(?:ing|ed|es)$/u, '').replace(/(?<=\p{L}{2}[^s])s$/u, '')
}

const functionWords = new Set(
  `a about after again all also am an and any are as at be because been before being but by came can come could did do does doing
  don't down for from get go going got had has have he her here him his how i i'm if in into is isn't it it's its just
  know let's like made make me more most my no not now of off on one only or other our out over really right say says she so some
  such than that that's the their them then there there's these they they're thing things this those through to too up us use used
  very was wasn't way we we're well were what when where which while who why will with would you you're your`
    .split(/\s+/)
    .filter(Boolean),
)

const numberWords = new Map([
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, count): [string, string] => [word, String(count)]),
  ...'twenty thirty forty fifty sixty seventy eighty ninety hundred'
    .split(' ')
    .map((word, index): [string, string] => [word, String((index + 2) * 10)]),
])

const FUNCTION_WORDS: Record<string, string> = {
  en: "the and to of a in that is it you i for on with this was are be we have not they but what so from if just like there about can do at your my as or all he me how his would will were been has an by when one out up don't it's i'm that's",
  es: 'de la que el en y los se del las por un para con no una su al lo como más pero sus le ya este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese eso ante ellos esto mí antes algunos qué unos yo otro otras otra él tanto esa estos mucho es está gracias',
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde sei ich wir ihr',
  fr: "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec ou son aux mais comme on c'est cette ont nous vous je tu elle sa ses être fait très",
  pt: 'de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos você',
  it: 'di e il la che in un a per è una sono con non si da come le dei nel alla più anche ma lo gli del questo della ha al io ci se mi perché cosa hanno',
  nl: 'de van het een en in is dat op te zijn met voor niet aan er om ook als dan maar bij of uit nog naar heeft ze wordt deze ik je wij dit',
  id: 'yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke karena ada mereka kita kami bisa sudah',
  tr: 've bir bu da de için çok ne ile ben o gibi daha var mı ama sen kadar değil olan',
  pl: 'w i na z do się nie to jest że o jak co po ale za tak od przez jego był być tym go',
}

const LANGUAGES = Object.keys(FUNCTION_WORDS)
const WORDS = LANGUAGES.map(language => new Set(FUNCTION_WORDS[language]!.split(' ')))

/** Splits a text into lower-case words for the functions below. */
export const toLowerCaseWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}][\p{L}\p{M}'’]*/gu) ?? []

/** Share of the words that are function words of the language, from 0 to 1. */
export function functionWordShare(words: readonly string[], language: string): number {
  const set = WORDS[LANGUAGES.indexOf(language)]
  return set === undefined || words.length === 0
    ? 0
    : words.reduce((sum, word) => sum + (set.has(word) ? 1 : 0), 0) / words.length
}

/** Detects the language of a few dozen words by their function words. Null if there are too few words or no language stands out. */
export function detectLanguage(words: readonly string[]): string | null {
  if (words.length < 8) return null
  const text = words.join('')
  const latinShare = (text.match(/\p{Script=Latin}/gu)?.length ?? 0) / text.length
  if (latinShare < 0.5) return scriptLanguage(text)
  const scores = WORDS.map(set => words.reduce((sum, word) => sum + (set.has(word) ? 1 : 0), 0) / words.length)
  const best = scores.indexOf(Math.max(...scores))
  return scores[best]! >= 0.18 ? LANGUAGES[best]! : null
}

function scriptLanguage(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  if (/\p{Script=Han}/u.test(text)) return 'zh'
  if (/\p{Script=Cyrillic}/u.test(text)) return 'ru'
  if (/\p{Script=Arabic}/u.test(text)) return 'ar'
  if (/\p{Script=Devanagari}/u.test(text)) return 'hi'
  return 'und'
}

import type { Token } from './tokens.ts'

/**
 * Whether the cited text contains a name, ignoring case. Also accepts its plural, the demonym of a country ("Denmark" and "Danish"),
 * a longer form ("Postgres" and "PostgreSQL"), and the words that it abbreviates.
 */
export function containsName(name: Token, cited: readonly Token[]): boolean {
  const { form, written } = name
  if (cited.some(token => isSameName(form, token.form))) return true
  if (/^\p{Lu}{2,5}$/u.test(written) && hasInitials([...form], cited)) return true
  // The parts of "Wi-Fi" and "U.S." may be transcribed as separate words.
  const parts = form.split(/[-.&]/).filter(part => part !== '')
  return parts.length > 1 && parts.every(part => cited.some(token => isSameName(part, token.form)))
}

function isSameName(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length >= 3 && long === `${short}s`) return true
  if (DEMONYMS.get(one)?.includes(other) || DEMONYMS.get(other)?.includes(one)) return true
  const rest = long.slice(short.length)
  return long.startsWith(short) && ((short.length >= 4 && DEMONYM.test(rest)) || short.length >= 7)
}

const DEMONYM = /^(n|an|ian|ish|ese|i|er|ns|ans|ians|ese|ers)$/

/** Countries with demonyms that cannot be derived from their names. */
const DEMONYMS = new Map(
  `denmark danish dane danes,france french,germany german germans,netherlands dutch holland,spain spanish,sweden swedish swedes,
  switzerland swiss,poland polish poles,turkey turkish turks,greece greek greeks,ireland irish,wales welsh,england english,
  britain british uk,scotland scottish scots,finland finnish finns,china chinese,portugal portuguese,belgium belgian,norway norwegian,
  italy italian,brazil brazilian,canada canadian,hungary hungarian,ukraine ukrainian,america american us usa,europe european eu,
  israel israeli,iraq iraqi,peru peruvian,chile chilean,egypt egyptian,czechia czech,thailand thai,philippines filipino`
    .split(/,\s*/)
    .map(line => line.trim().split(' '))
    .flatMap(([country, ...people]) => [[country!, people] as const]),
)

/** Whether the letters occur separately ("u n") or as the initials of consecutive words. */
function hasInitials(letters: readonly string[], cited: readonly Token[]): boolean {
  const words = cited.filter(({ form }) => !/^(of|the|and|for|in)$/.test(form))
  return words.some((_, i) => letters.every((letter, k) => words[i + k]?.form[0] === letter))
}

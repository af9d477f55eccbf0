const words = (...lines: string[]) => new Set(lines.flatMap(line => line.split(' ')))

/** Short acronyms that are pronounced as a word. */
const PRONOUNCED = words(
  'ram rom lan wan pin sim gif dos gan rag ted rem zip sag esa dao fud saas paas iaas json yaml mash',
)

/** Long acronyms that are spelled although they are pronounceable. */
const SPELLED = words('ucla aclu ymca ywca asap usaf usda iaea ieee usps uscis usaa afaik')

/** Words that writers capitalise for emphasis. Longer words need no list: they are recognised as pronounceable. */
const STRESSED = words(
  'a i an as at be by do go he if in is it me my no of oh ok on or so to up us we',
  'the and for you are not can was but has one all our now how had out get who any new say see way two why lot did let its end per ask',
  'his her him she put got may set add try yet key run few own far off day too top pay yes big due ago won low old job fix max min bug',
  'cut law act buy bad aim saw six ten red men man war use ever',
  'down little enough high though know known watch search match world health should',
)

const ONSET =
  '(?:bl|br|ch|cl|cr|dr|dw|fl|fr|gh|gl|gr|kl|kn|kr|ph|pl|pr|ps|qu|sc|scr|sh|shr|sk|sl|sm|sn|sp|spl|spr|squ|st|str|sw|th|thr|tr|tw|wh|wr|[b-df-hj-np-tv-z])?'
const CODA =
  '(?:ck|ct|ch|ff|ft|ght|ld|lf|lk|ll|lm|lp|lt|mp|nch|nd|ng|nk|ns|nt|nce|pt|r[bcdfgklmnpst]|rst|sh|sk|sp|ss|st|th|ws|xt|[b-df-hj-np-tv-z])?'
const PRONOUNCEABLE = new RegExp(`^(?:${ONSET}[aeiouy]{1,3}${CODA})+s?$`)

/** "USA" → "u s ay": one word per letter. "a" becomes "ay", because the voice would read it as the article. */
export function spell(letters: string): string {
  return [...letters.toLowerCase()].map(letter => (letter === 'a' ? 'ay' : letter)).join(' ')
}

/**
 * Reads a run of capitals, by letters or as a word. `isShouting`: the surrounding text is in capitals too, so that they do not mark
 * acronyms.
 */
export function readCapitals(letters: string, isShouting: boolean): string {
  const word = letters.toLowerCase()
  if (PRONOUNCED.has(word)) return word
  if (SPELLED.has(word)) return spell(letters)
  if (isShouting) return STRESSED.has(word) || PRONOUNCEABLE.test(word) ? word : spell(letters)
  if (letters.length === 1) return word === 'i' ? word : spell(letters)
  if (STRESSED.has(word)) return ['us', 'it'].includes(word) ? spell(letters) : word
  return letters.length > 3 && (PRONOUNCEABLE.test(word) || letters.length > 6) ? word : spell(letters)
}

import { type Context, isNumber, type Reader } from './context.ts'
import { isCountedInRoman } from './roman.ts'

export const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Read the same in any context. Keys are lower case without the final period. Those not in `WITHOUT_PERIOD` need their period. */
const ALWAYS = new Map<string, string>(
  Object.entries({
    mr: 'mister',
    mrs: 'missus',
    ms: 'miz',
    prof: 'professor',
    sr: 'senior',
    jr: 'junior',
    hon: 'honorable',
    vs: 'versus',
    'e.g': 'for example',
    eg: 'for example',
    'i.e': 'that is',
    ie: 'that is',
    etc: 'et cetera',
    'et al': 'and others',
    approx: 'approximately',
    dept: 'department',
    govt: 'government',
    est: 'established',
    inc: 'incorporated',
    ltd: 'limited',
    corp: 'corporation',
    bros: 'brothers',
    assn: 'association',
    univ: 'university',
    cf: 'compare',
    ca: 'circa',
    misc: 'miscellaneous',
    incl: 'including',
    pts: 'points',
    esq: 'esquire',
    esp: 'especially',
    ext: 'extension',
    tel: 'telephone',
    min: 'minimum',
    max: 'maximum',
    avg: 'average',
    temp: 'temperature',
    blvd: 'boulevard',
    ave: 'avenue',
    rd: 'road',
    hwy: 'highway',
    apt: 'apartment',
    mt: 'mount',
    gov: 'governor',
    sen: 'senator',
    rep: 'representative',
    lt: 'lieutenant',
    col: 'colonel',
    capt: 'captain',
    cpt: 'captain',
    sgt: 'sergeant',
    cmdr: 'commander',
    adm: 'admiral',
    maj: 'major',
    rev: 'reverend',
    pres: 'president',
    supt: 'superintendent',
    messrs: 'messers',
    mme: 'madame',
    viz: 'namely',
    ibid: 'ibid',
    jan: 'january',
    feb: 'february',
    apr: 'april',
    jun: 'june',
    jul: 'july',
    aug: 'august',
    sep: 'september',
    sept: 'september',
    oct: 'october',
    nov: 'november',
    dec: 'december',
    mon: 'monday',
    tue: 'tuesday',
    tues: 'tuesday',
    wed: 'wednesday',
    thu: 'thursday',
    thur: 'thursday',
    thurs: 'thursday',
    fri: 'friday',
  }),
)

/** Expanded even without a period. The others could be ordinary words or names: "min" and "max" are names, "temp" and "rep" words. */
const WITHOUT_PERIOD = new Set(
  ['mr mrs ms prof vs eg ie etc approx dept govt', 'feb apr jul aug sept oct nov dec', 'ltd inc corp pts']
    .join(' ')
    .split(' '),
)

/** Expanded before a number: "No. 5", "Fig. 2", "pp. 10-12". */
const BEFORE_NUMBER = new Map<string, string>(
  Object.entries({
    no: 'number',
    rm: 'room',
    nos: 'numbers',
    nr: 'number',
    fig: 'figure',
    figs: 'figures',
    eq: 'equation',
    vol: 'volume',
    vols: 'volumes',
    p: 'page',
    pp: 'pages',
    ch: 'chapter',
    sec: 'section',
    art: 'article',
    ver: 'version',
    v: 'version',
    ep: 'episode',
    pt: 'part',
    pts: 'parts',
    bk: 'book',
    secs: 'sections',
    par: 'paragraph',
    c: 'circa',
    op: 'opus',
    rs: 'rupees',
    mar: 'march',
    sun: 'sunday',
    sat: 'saturday',
  }),
)

const WITH_SLASH = new Map<string, string>(
  Object.entries({ 'w/': 'with', 'w/o': 'without', 'b/c': 'because', 'n/a': 'not applicable' }),
)

export const readAbbreviation: Reader = (core, context) => {
  const { piece, at } = context
  const key = core.toLowerCase()
  const hasPeriod = piece.closing.startsWith('.')
  const short = WITH_SLASH.get(key)
  if (short) return short
  if (key === 'al' && at(-1).core.toLowerCase() === 'et' && hasPeriod) return 'al'
  if (key === 'et' && at(1).core.toLowerCase() === 'al') return 'et'
  const next = at(1)
  const counted =
    (/^[\d#]/.test(next.core) || isCountedInRoman(core, next.core)) && (hasPeriod || ['fig', 'rs'].includes(key))
      ? BEFORE_NUMBER.get(key)
      : undefined
  if (counted) return counted
  if (core === 'Jan' && !hasPeriod && (/^\d/.test(next.core) || BEFORE_MONTH.test(at(-1).core))) return 'january'
  if (hasPeriod && key === 'gen' && isName(next.core)) return 'general'
  return readSaintOrStreet(key, hasPeriod, context) ?? readFixed(core, key, hasPeriod)
}

/** Words before "Jan" that show it is the month and not the name. */
const BEFORE_MONTH = /^(\d{1,2}(st|nd|rd|th)?|in|since|until|through|early|mid|late|last|next)$/i

function readFixed(core: string, key: string, hasPeriod: boolean): string | null {
  const spoken = ALWAYS.get(key)
  if (spoken === undefined) return null
  const isAcronym = core.length > 1 && core === core.toUpperCase() && !hasPeriod
  if (isAcronym && key !== 'vs') return null
  return hasPeriod || WITHOUT_PERIOD.has(key) ? spoken : null
}

/** "Dr. Chen" is a doctor, "Elm Dr." a drive; "St. Paul" a saint, "Main St." a street; "Ft. Worth" a fort, "10 ft." feet. */
function readSaintOrStreet(key: string, hasPeriod: boolean, { piece, at, isShouting }: Context): string | null {
  const [before, after] = [at(-1), at(1)]
  const isTitle = isName(after.core) && !/[,;:!?]/.test(piece.closing)
  const followsName = isName(before.core)
  if (!hasPeriod && !isShouting && piece.core === key.toUpperCase()) return null
  if (key === 'dr') return isTitle || (!hasPeriod && !followsName) ? 'doctor' : followsName ? 'drive' : 'doctor'
  if (key === 'st') {
    if (isTitle && !(followsName && /^\d/.test(at(-2).core))) return 'saint'
    return followsName || /^\d+(st|nd|rd|th)$/.test(before.core) ? 'street' : hasPeriod ? 'saint' : null
  }
  if (key === 'ft' && hasPeriod && isTitle && !isNumber(before.core)) return 'fort'
  if (key === 'co' && hasPeriod) return followsName || before.core === '&' ? 'company' : null
  return null
}

function isName(core: string): boolean {
  return /^\p{Lu}[\p{L}'.-]*$/u.test(core)
}

import type { Cue } from './cue.ts'

/** Longer text is speech. */
const MAX_CHARS = 250

/** Removes unspoken text that subtitle sites and authors add to files: adverts, credits, links. */
export const withoutAdverts = (cues: readonly Cue[]): readonly Cue[] => {
  if (!cues.some(cue => mayBeAdvert.test(cue.text))) return cues
  return cues.flatMap(cue => {
    if (!mayBeAdvert.test(cue.text)) return [cue]
    if (isAdvert(cue.text)) return []
    const rows = cue.text.split('\n')
    const spoken = rows.filter(row => !isAdvert(row))
    if (spoken.length === rows.length) return [cue]
    return spoken.length === 0 ? [] : [{ ...cue, text: spoken.join('\n'), marks: [] }]
  })
}

const mayBeAdvert =
  /subtit|caption|transcri|transla|sync|correct|encoded|ripped|timing|vip|advertis|ads|\.(?:com|org|net|ai|link|io|mx|am|ag|bz|lt|tv|me|to|eu|info)\b/i

const isAdvert = (text: string): boolean => {
  if (text.length > MAX_CHARS) return false
  const plain = text
    .replace(/<[^<>]{1,80}>/g, '')
    .replace(/^[^\p{L}\p{N}@]+|[^\p{L}\p{N})]+$/gu, '')
    .replace(/[[\]<>=~*|♪_\s]+/g, ' ')
    .trim()
  if (plain === '') return false
  const isSiteAdvert =
    site.test(plain) && (advertWords.test(plain) || anyUrl.test(plain)) && !/\b(?:i|we|they|he|she|our)\b/i.test(plain)
  return isSiteAdvert || explicitUrl.test(plain) || slogans.some(slogan => slogan.test(plain)) || isCredit(plain)
}

const site =
  /\b(?:opensubtitles|osdb\.link|subscene|addic7ed|podnapisi|tvsubtitles|moviesubtitles|yify|yts\.\w{2,4}|amara\.org|subdl|titlovi|napiprojekt|legendas)\b/i
const advertWords =
  /\b(?:subtitles?|captions?|advertis\w{1,4}|ads?|vip|download\w{0,3}|support us|rate|sync\w{0,8}|correct\w{0,5}|official|site|encoded|ripped|contact|api|visit)\b/i
const URL_PATTERN = String.raw`(?:https?:\/\/)?(?:www\.)?[a-z\d-]{1,60}(?:\.[a-z\d-]{1,60}){1,3}(?:\/\S{0,100})?`
const anyUrl = new RegExp(`^${URL_PATTERN}$`, 'i')
const explicitUrl = new RegExp(
  `^(?:https?:\\/\\/|www\\.)${URL_PATTERN}$|^${URL_PATTERN.replace('(?:\\/', '\\/(?:')}$`,
  'i',
)
const slogans = [
  /^support us and become (?:a )?vip member\b/i,
  /^advertise your product or brand here\b/i,
  /^(?:to )?remove all ads from \S+$/i,
  /^do you want subtitles for any video\b/i,
  /^please rate this subtitle\b/i,
  /^help other users to choose the best subtitles/i,
]

const WORK =
  '(?:english |original )?(?:sub(?:title|titling)?s?|(?:closed )?caption(?:s|ed|ing)?|transcript(?:ion)?s?|translations?|timings?|sync(?:ed|hroni[sz]ed|hroni[sz]ation)?|re-?sync(?:ed)?|correct(?:ed|ions?)|encoded|ripped|rip|subtitled|transcribed|translated|downloaded)'
const credit = new RegExp(
  String.raw`^${WORK}(?:\s*(?:,|&|and|\/|\+)\s*${WORK}){0,4}\s*(?::|by:?|from:?)\s+(.{1,120})$`,
  'i',
)
/** Names, nicknames and URLs, without the words that a sentence would need. */
const NAME_PART = String.raw`(?:https?:\/\/\S+|www\.\S+|@\S+|\p{Lu}[\p{L}\p{M}\p{N}.'’_-]*|[\p{L}_-]*\p{N}[\p{L}\p{N}_-]*|[\p{L}\p{N}-]+\.\p{L}{2,5}(?:\/\S*)?)`
const maker = new RegExp(
  String.raw`^(?:the )?${NAME_PART}(?:,? (?:(?:&|and|of|at|the|for|from|-|\/|community|team) ){0,2}(?:${NAME_PART}|community|team)){0,7}$`,
  'u',
)

const isCredit = (plain: string): boolean => maker.test(credit.exec(plain)?.[1] ?? '')

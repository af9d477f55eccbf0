import { readStamp, STAMP } from './stamp.ts'

/** Speaker and time above or before a statement in a copied meeting or chat. */
export interface Header {
  kind: HeaderKind
  voice: string | undefined
  when: HeaderTime
  /** The rest of the line, which belongs to the statement. */
  text: string
  /** 2 if name and timestamp are on separate lines. */
  lines: 1 | 2
}

export interface HeaderTime {
  ms: number
  /** A time of day, such as `2:33 PM` or in a format that always uses it. Two fields are then hours and minutes. */
  isClock: boolean
  hasTwoFields: boolean
}

/**
 * `sent`: Zoom chat. `dated`: WhatsApp, Telegram, Discord, Skype. `nick`: IRC. `bracketed`: Zoom captions. `led`: timestamp, name,
 * then text. `named`: Otter, Slack and most others. `above` and `below`: the name is above or below the timestamp, as in Teams.
 */
export type HeaderKind = 'sent' | 'dated' | 'nick' | 'bracketed' | 'led' | 'named' | 'above' | 'below'

/** Formats that speech never looks like: one line is enough, any name is accepted, and the time is a time of day. */
export const isUnambiguous = (kind: HeaderKind): boolean => kind === 'sent' || kind === 'dated' || kind === 'nick'

const DATE = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|(?:\p{L}{3,9}\.? )?\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? \p{L}{3,9}\.? \d{4}|today|yesterday)`
const WHEN = String.raw`(?:\d{1,2}[:.]\d{2}(?:[:.]\d{2})?[\s\u202F]?[ap]\.?m\.?(?!\p{L})|${STAMP})`
const SPELLED = String.raw`(?:\d{1,3} (?:hours?|hrs?),? ?)?(?:\d{1,3} (?:minutes?|mins?),? ?)?(?:\d{1,3} (?:seconds?|secs?))|(?:\d{1,3} (?:hours?|hrs?),? ?)?\d{1,3} (?:minutes?|mins?)`

const pattern = (source: string) => new RegExp(`^(?:${source})$`, 'iu')
const singleLineForms: [HeaderKind, RegExp][] = [
  [
    'sent',
    pattern(
      String.raw`(?:${DATE},? )?(?<when>${WHEN})\s+From\s+(?<name>\S.{0,80}?)(?:\s+to\s+\S.{0,80}?)?\s*:\s*(?<text>.*)`,
    ),
  ],
  [
    'dated',
    pattern(
      String.raw`\[?${DATE},?\s+(?:at )?(?<when>${WHEN})\]?\s*(?:[-–—]\s*)?(?<name>[^:\s][^:]{0,60}):(?:\s+(?<text>.*))?`,
    ),
  ],
  ['dated', pattern(String.raw`(?<name>\S[^\[\]]{0,60}?),?\s*\[${DATE},?\s+(?<when>${WHEN})\]:?\s*(?<text>.*)`)],
  ['dated', pattern(String.raw`(?<name>\S.{0,60}?)(?:\s+[-–—•|])?\s+${DATE},?\s+(?:at )?(?<when>${WHEN})(?<text>)`)],
  ['nick', pattern(String.raw`\[?(?<when>${WHEN})\]?\s*<\s?(?<name>[^<>]{1,40})>\s*(?<text>.*)`)],
  ['bracketed', pattern(String.raw`\[(?<name>[^\[\]:]{1,60})\]\s*(?<when>${WHEN})(?<text>)`)],
  ['led', pattern(String.raw`[\[(]?(?<when>${WHEN})[\])]?\s*[-–—|]?\s*(?<name>[^:]{1,60}):(?:\s+(?<text>.*))?`)],
  [
    'named',
    pattern(String.raw`(?<name>[^\d\[(][^:]{0,60}?):?\s*[-–—|•]?\s*[\[(](?<when>${WHEN})[\])]:?\s*(?<text>.*)`),
  ],
  ['named', pattern(String.raw`(?<name>[^\d\[(][^:]{0,60}?):?\s*[-–—|•]?\s*(?<when>${WHEN}):?(?<text>)`)],
  ['named', pattern(String.raw`(?<name>[^\d\[(][^:]{0,60}?)\s+(?<when>${SPELLED})(?:\s*${WHEN})?(?<text>)`)],
]
const stampOnly = pattern(String.raw`[\[(]?(?<when>${WHEN}|${SPELLED})[\])]?(?:\s*${WHEN})?`)

/** Headers are shorter than this. Only this part of a line is matched, so that the text after a header costs nothing. */
const MAX_HEADER_CHARS = 240

/** Reads the header that starts at a line; `only` restricts it to one kind. */
export const readHeader = (lines: readonly string[], at: number, only?: HeaderKind): Header | null => {
  const line = lines[at] ?? ''
  const next = lines[at + 1] ?? ''
  const above = isName(line) ? readWhen(next) : undefined
  if (above !== undefined) return { kind: 'above', voice: bareName(line), when: above, text: '', lines: 2 }
  const below = isName(next) ? readWhen(line) : undefined
  if (below !== undefined) return { kind: 'below', voice: bareName(next), when: below, text: '', lines: 2 }
  if (!/\d/.test(line.slice(0, MAX_HEADER_CHARS))) return null
  const head = line.slice(0, MAX_HEADER_CHARS)
  for (const [kind, form] of singleLineForms) {
    if (only !== undefined && kind !== only) continue
    const { name = '', when = '', text = '' } = form.exec(head)?.groups ?? {}
    const time = toWhen(when)
    if (time === undefined || !(isUnambiguous(kind) || isName(name.trim()))) continue
    const isClock = time.isClock || isUnambiguous(kind)
    return {
      kind,
      voice: bareName(name),
      when: { ...time, isClock },
      text: text + line.slice(MAX_HEADER_CHARS),
      lines: 1,
    }
  }
  return null
}

/** Reads a line that has only a timestamp, in digits or spelled out. */
export const readWhen = (line: string): HeaderTime | undefined =>
  line.length > 60 ? undefined : toWhen(stampOnly.exec(line)?.groups?.when ?? '')

const toWhen = (text: string): HeaderTime | undefined => {
  const [, hour, minute, second = '0', half] =
    /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?[\s\u202F]?([ap])/i.exec(text) ?? []
  if (half !== undefined) {
    const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
    return { ms: ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000, isClock: true, hasTwoFields: false }
  }
  const ms = readStamp(text)
  if (ms !== undefined) return { ms, isClock: false, hasTwoFields: text.split(':').length === 2 }
  if (!/^\d{1,3} [hms]/i.test(text)) return undefined
  const amount = (unit: string) => Number(new RegExp(`(\\d{1,3}) ${unit}`, 'i').exec(text)?.[1] ?? 0)
  return { ms: ((amount('h') * 60 + amount('m')) * 60 + amount('s')) * 1000, isClock: false, hasTwoFields: false }
}

/** Accepts `Ada Lovelace`, `Speaker 2`, `Maria de la Cruz (Guest)`, `Example, Ada`; not `We met at` or `Okay.`. */
export const isName = (text: string): boolean => text.length <= 60 && name.test(bareName(text))

const namePart = String.raw`[\p{Lu}\p{Lo}][\p{L}\p{M}\p{N}'’_-]*\.?`
const name = new RegExp(
  String.raw`^[\p{Lu}\p{Lo}](?:\.|[\p{L}\p{M}\p{N}'’_-]*)(?:,? (?:${namePart}|\p{N}{1,3}|d[aeiu]|de[lnr]?|l[ae]|v[ao]n|bin|al|and|&)){0,5}(?<!\p{L}{3}\.)$`,
  'u',
)

/** Removes additions such as `(Guest)`, `(she/her)` and `| Example Ltd`. */
export const bareName = (text: string): string =>
  text
    .replace(/\s*[([|].*$/, '')
    .replace(/[\s:–—~-]+$/, '')
    .replace(/^[\s~]+/, '')

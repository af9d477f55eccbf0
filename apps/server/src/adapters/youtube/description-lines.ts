export type DescriptionLine =
  /** `side`: where in the line the timestamp is. */
  | { kind: 'chapter'; startMs: number; title: string; side: 'start' | 'end' }
  | { kind: 'text'; text: string }
  | { kind: 'blank' }

const withColons = String.raw`(?<![\d:.,])(?:\d{1,2}:)?\d{1,3}:[0-5]\d(?:[.,]\d{1,3})?(?!:?\d)`
const timestamps = {
  colons: withColons,
  dots: String.raw`(?<![\d:.,$€£])(?:\d{1,2}\.)?\d{1,2}\.[0-5]\d(?![\d:.%$€£])`,
  units: String.raw`(?<![\d:.,])(?:\d{1,2}\s?h(?:rs?)?\s?)?\d{1,3}(?:m(?:in)?\s?|['′]\s?)\d{1,2}(?:s(?:ec)?\b|["″]|''|(?=\s|$))`,
}
const rangeSign = String.raw`\s*(?:-{1,2}>|[-–—−~〜～→➔➜⇒>/]|to|until|bis|à|до|al?)\s*`

/**
 * Parses the lines of a description. A timestamp starts a line ("0:00 Intro") or ends it ("Intro - 0:00"), alone or as a range,
 * possibly with brackets, bullets and numbers around it. In the middle of a sentence it is only a mention.
 */
export function readLines(description: string, form: keyof typeof timestamps): DescriptionLine[] {
  const pattern = new RegExp(`(${timestamps[form]})(?:${rangeSign}(?:${timestamps[form]}))?`, 'g')
  const lines = description
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap(line => splitAt(cleaned(line).slice(0, 5_000), pattern))
  const read = lines.map(line => readLine(line, pattern))
  // A timestamp without a title takes it from the next line.
  return read.flatMap((line, at): DescriptionLine[] => {
    if (line.kind !== 'timestamp') return [line]
    const next = read[at + 1]
    if (next?.kind !== 'text') return [{ kind: 'text', text: '' }]
    read[at + 1] = { kind: 'blank' }
    return [{ kind: 'chapter', startMs: line.startMs, title: trimmed(next.text), side: 'start' }]
  })
}

/** Removes text direction marks, keycap marks and bold asterisks, and replaces mathematical digits by plain ones. */
const cleaned = (line: string): string =>
  line
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u061c]/g, '')
    .replace(/(?<=\d)\ufe0f?\u20e3/g, '')
    .replace(/(?<=^|[\s([])\*{1,3}|\*{1,3}(?=$|[\s)\]:.,])/g, ' ')
    .replace(/[\u{1d7ce}-\u{1d7ff}]/gu, digit => String((digit.codePointAt(0)! - 0x1d7ce) % 10))
    .trim()

/** Replaces the digits and colons of other scripts by ASCII ones. The length of the line does not change. */
const inAscii = (line: string): string =>
  line.replace(/[^ -~]/g, char => {
    if (/[：∶꞉﹕︰ː]/.test(char)) return ':'
    if (!/\p{Nd}/u.test(char)) return char
    const code = char.charCodeAt(0)
    // Unicode has digits in groups of ten that start at a code ending in 0 or 6.
    return String((code & 15) >= 6 && /\p{Nd}/u.test(String.fromCharCode(code | 15)) ? (code & 15) - 6 : code & 15)
  })

const matchesIn = (line: string, pattern: RegExp) => [...inAscii(line).matchAll(pattern)]

/** Splits a list that is written on one line: "0:00 Intro | 1:05 Steel | 2:10 Stone". */
function splitAt(line: string, pattern: RegExp): string[] {
  const all = matchesIn(line, pattern)
  const [first] = all
  if (all.length < 3 || !first || hasWord(line.slice(0, first.index).replace(/.*:\s*$/, ''))) return [line]
  const pieces = all.map((match, at) => line.slice(match.index, all[at + 1]?.index))
  const rises = all.every((match, at) => at === 0 || msOf(match[1]!) > msOf(all[at - 1]![1]!))
  return rises && pieces.every((piece, at) => hasWord(piece.slice(all[at]![0].length))) ? pieces : [line]
}

type Line = DescriptionLine | { kind: 'timestamp'; startMs: number }

function readLine(line: string, pattern: RegExp): Line {
  if (line === '') return { kind: 'blank' }
  const all = matchesIn(line, pattern)
  const [first] = all
  const last = all.at(-1)
  if (!first || !last) return { kind: 'text', text: line }
  const before = line.slice(0, first.index)
  const after = line.slice(first.index + first[0].length)
  const afterLast = line.slice(last.index + last[0].length)
  const startMs = msOf(first[1]!)
  const isAtStart = !hasWord(before) || label.test(before.trim())
  if (isAtStart && hasWord(after))
    return timeOfDay.test(after) ? { kind: 'text', text: line } : chapter(startMs, after, 'start')
  if (!hasWord(before) && !hasWord(after)) return { kind: 'timestamp', startMs }
  if (hasWord(afterLast) || timePreposition.test(line.slice(0, last.index))) return { kind: 'text', text: line }
  return chapter(msOf(last[1]!), line.slice(0, last.index).replace(enumerator, ''), 'end')
}

const chapter = (startMs: number, text: string, side: 'start' | 'end'): DescriptionLine => {
  const title = trimmed(text)
  return hasWord(title) ? { kind: 'chapter', startMs, title, side } : { kind: 'text', text: title }
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text.replace(bullets, ''))
const bullets = /[▶►▸‣◦●○■□▪▫◆◇★☆✓✔☑✅🔹🔸🔷🔶🔺🔻🟢🔴🔵🟡⏱⏰⏳⌛🕐🕒📌📍👉➡⬇➤➔🎬🎵🎥⌚]|\ufe0f/gu

const labelWords =
  'chapters?|chap|ch|parts?|pt|sections?|steps?|tips?|lessons?|tracks?|episodes?|ep|kapitel|teil|chapitre|partie|cap[ií]tulo|parte|capitolo|глава|часть|фрагмент'
/** The number of a chapter, such as "Chapter 3". It is the title only if there is no other. */
const label = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:(?:${labelWords})\.?\s*)?(?:\d{1,3}|[ivxlc]{1,5}|[a-z](?=[.)]))[^\p{L}\p{N}]*$|^第?\s*[\d一二三四五六七八九十]+\s*[章部回話集節节讲課课][^\p{L}\p{N}]*$`,
  'iu',
)
const enumerator = /^[^\p{L}\p{N}]*[#(]?\d{1,3}[.):\]]+\s+(?=\S)/u
/** "18:00 Uhr", "6:30pm", "18:00 (CET)": a time of day. */
const timeOfDay =
  /^\s?(?:[ap]m\b(?!\s+\p{Ll})|[ap]\.m\.|AM\b|PM\b|uhr\b|Uhr\b|hrs?\b|[([]?(?:UTC|GMT|CES?T|P[SD]T|E[SD]T|[IJKB]ST|MSK)\b|时|時(?!代|間)|點|点)/u
/** Words before a time of day: "Live every Friday at 18:00". */
const timePreposition =
  /(?:^|[\s([])(?:at|from|until|till|by|after|before|um|ab|bis|gegen|à|dès|a las?|las|desde|hasta|alle|dalle|ore|às|kl|kello|o|о|в|с|до|klo|saat|at about|since)\.?\s*$/iu

/** Milliseconds of "1:02:03", "1.02.03", "1h02m03s" or "2'03". */
const msOf = (stamp: string): number =>
  inAscii(stamp)
    .replace(/(:\d\d)[.,]\d{1,3}$/, '$1')
    .match(/\d+/g)!
    .reduce((seconds, part) => seconds * 60 + Number(part), 0) * 1000

/** Removes the separators between a title and its timestamp, and unpaired brackets. */
function trimmed(rawTitle: string): string {
  // Dots that lead to a timestamp follow a space; the ellipsis in "to be continued..." follows a letter.
  const text = rawTitle.slice(0, 300).replace(/\s[.…]{2,}\s*$/, '')
  let from = 0
  let to = text.length
  const isSeparator = (at: number) =>
    /[\s\p{Pd}:：|｜•·‧・,、;~〜～=>»→➔➜⇒_)\]】」』〉》}/\\]/u.test(text[at]!) ||
    (text[at] === '.' && /^\.(?:[\s.]|$)/.test(text.slice(at, at + 2)))
  while (from < to && isSeparator(from)) from++
  while (to > from && /[\s\p{Pd}:：|｜•·‧・,、;~〜～=>→➔_([【「『〈《{<@/\\]/u.test(text[to - 1]!)) to--
  const title = text.slice(from, to).replace(/\s+/g, ' ')
  return withoutUnpairedBracket(title)
}

const pairs = { '(': ')', '[': ']', '【': '】', '「': '」', '『': '』', '（': '）', '{': '}', '<': '>' } as const

function withoutUnpairedBracket(title: string): string {
  for (const [open, close] of Object.entries(pairs)) {
    if (title.endsWith(close) && !title.includes(open)) return title.slice(0, -1).trim()
    if (title.startsWith(open) && !title.includes(close)) return title.slice(1).trim()
  }
  return title
}

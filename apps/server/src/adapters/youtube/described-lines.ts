/** A line of a description, as far as it may belong to a list of chapters. */
export type Described =
  /** `side`: where in the line the stamp stands. */
  | { kind: 'chapter'; startMs: number; title: string; side: 'start' | 'end' }
  | { kind: 'text'; text: string }
  | { kind: 'blank' }

const clock = String.raw`(?<![\d:.,])(?:\d{1,2}:)?\d{1,3}:[0-5]\d(?:[.,]\d{1,3})?(?!:?\d)`
const stamps = {
  colons: clock,
  dots: String.raw`(?<![\d:.,$€£])(?:\d{1,2}\.)?\d{1,2}\.[0-5]\d(?![\d:.%$€£])`,
  units: String.raw`(?<![\d:.,])(?:\d{1,2}\s?h(?:rs?)?\s?)?\d{1,3}(?:m(?:in)?\s?|['′]\s?)\d{1,2}(?:s(?:ec)?\b|["″]|''|(?=\s|$))`,
}
const rangeSign = String.raw`\s*(?:-{1,2}>|[-–—−~〜～→➔➜⇒>/]|to|until|bis|à|до|al?)\s*`

/**
 * The lines of a description. A stamp opens a line ("0:00 Intro") or ends it ("Intro - 0:00"), alone or as a range, with
 * brackets, bullets and numbers around it; in the midst of a sentence it is a mention.
 */
export function readLines(description: string, form: keyof typeof stamps): Described[] {
  const pattern = new RegExp(`(${stamps[form]})(?:${rangeSign}(?:${stamps[form]}))?`, 'g')
  const lines = description
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap(line => splitAt(cleaned(line).slice(0, 5_000), pattern))
  const read = lines.map(line => readLine(line, pattern))
  // The title may stand below its stamp.
  return read.flatMap((line, at): Described[] => {
    if (line.kind !== 'stamp') return [line]
    const next = read[at + 1]
    if (next?.kind !== 'text') return [{ kind: 'text', text: '' }]
    read[at + 1] = { kind: 'blank' }
    return [{ kind: 'chapter', startMs: line.startMs, title: trimmed(next.text), side: 'start' }]
  })
}

/** Without signs that turn a line around, keycaps around digits, and the asterisks of bold letters. */
const cleaned = (line: string): string =>
  line
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u061c]/g, '')
    .replace(/(?<=\d)\ufe0f?\u20e3/g, '')
    .replace(/(?<=^|[\s([])\*{1,3}|\*{1,3}(?=$|[\s)\]:.,])/g, ' ')
    .replace(/[\u{1d7ce}-\u{1d7ff}]/gu, digit => String((digit.codePointAt(0)! - 0x1d7ce) % 10))
    .trim()

/** The same line, character by character, with the digits and colons of every script as those of ours. */
const inOurs = (line: string): string =>
  line.replace(/[^ -~]/g, char => {
    if (/[：∶꞉﹕︰ː]/.test(char)) return ':'
    if (!/\p{Nd}/u.test(char)) return char
    const code = char.charCodeAt(0)
    // Digits stand in tens, from a code that ends in 0 or 6.
    return String((code & 15) >= 6 && /\p{Nd}/u.test(String.fromCharCode(code | 15)) ? (code & 15) - 6 : code & 15)
  })

const found = (line: string, pattern: RegExp) => [...inOurs(line).matchAll(pattern)]

/** A list may stand in one line: "0:00 Intro | 1:05 Steel | 2:10 Stone". */
function splitAt(line: string, pattern: RegExp): string[] {
  const all = found(line, pattern)
  const [first] = all
  if (all.length < 3 || !first || isWord(line.slice(0, first.index).replace(/.*:\s*$/, ''))) return [line]
  const pieces = all.map((match, at) => line.slice(match.index, all[at + 1]?.index))
  const rises = all.every((match, at) => at === 0 || msOf(match[1]!) > msOf(all[at - 1]![1]!))
  return rises && pieces.every((piece, at) => isWord(piece.slice(all[at]![0].length))) ? pieces : [line]
}

type Line = Described | { kind: 'stamp'; startMs: number }

function readLine(line: string, pattern: RegExp): Line {
  if (line === '') return { kind: 'blank' }
  const all = found(line, pattern)
  const [first] = all
  const last = all.at(-1)
  if (!first || !last) return { kind: 'text', text: line }
  const before = line.slice(0, first.index)
  const after = line.slice(first.index + first[0].length)
  const behindLast = line.slice(last.index + last[0].length)
  const startMs = msOf(first[1]!)
  const opens = !isWord(before) || label.test(before.trim())
  if (opens && isWord(after))
    return timeOfDay.test(after) ? { kind: 'text', text: line } : chapter(startMs, after, 'start')
  if (!isWord(before) && !isWord(after)) return { kind: 'stamp', startMs }
  if (isWord(behindLast) || saysWhen.test(line.slice(0, last.index))) return { kind: 'text', text: line }
  return chapter(msOf(last[1]!), line.slice(0, last.index).replace(enumerator, ''), 'end')
}

const chapter = (startMs: number, words: string, side: 'start' | 'end'): Described => {
  const title = trimmed(words)
  return isWord(title) ? { kind: 'chapter', startMs, title, side } : { kind: 'text', text: title }
}

const isWord = (text: string): boolean => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text.replace(bullets, ''))
const bullets = /[▶►▸‣◦●○■□▪▫◆◇★☆✓✔☑✅🔹🔸🔷🔶🔺🔻🟢🔴🔵🟡⏱⏰⏳⌛🕐🕒📌📍👉➡⬇➤➔🎬🎵🎥⌚]|\ufe0f/gu

const words =
  'chapters?|chap|ch|parts?|pt|sections?|steps?|tips?|lessons?|tracks?|episodes?|ep|kapitel|teil|chapitre|partie|cap[ií]tulo|parte|capitolo|глава|часть|фрагмент'
/** What numbers a chapter, and is its name only where nothing else is. */
const label = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:(?:${words})\.?\s*)?(?:\d{1,3}|[ivxlc]{1,5}|[a-z](?=[.)]))[^\p{L}\p{N}]*$|^第?\s*[\d一二三四五六七八九十]+\s*[章部回話集節节讲課课][^\p{L}\p{N}]*$`,
  'iu',
)
const enumerator = /^[^\p{L}\p{N}]*[#(]?\d{1,3}[.):\]]+\s+(?=\S)/u
/** "18:00 Uhr", "6:30pm", "18:00 (CET)": a time of day. */
const timeOfDay =
  /^\s?(?:[ap]m\b(?!\s+\p{Ll})|[ap]\.m\.|AM\b|PM\b|uhr\b|Uhr\b|hrs?\b|[([]?(?:UTC|GMT|CES?T|P[SD]T|E[SD]T|[IJKB]ST|MSK)\b|时|時(?!代|間)|點|点)/u
/** "Live every Friday at 18:00". */
const saysWhen =
  /(?:^|[\s([])(?:at|from|until|till|by|after|before|um|ab|bis|gegen|à|dès|a las?|las|desde|hasta|alle|dalle|ore|às|kl|kello|o|о|в|с|до|klo|saat|at about|since)\.?\s*$/iu

/** Milliseconds of "1:02:03", "1.02.03", "1h02m03s" or "2'03". */
const msOf = (stamp: string): number =>
  inOurs(stamp)
    .replace(/(:\d\d)[.,]\d{1,3}$/, '$1')
    .match(/\d+/g)!
    .reduce((seconds, part) => seconds * 60 + Number(part), 0) * 1000

/** A title without what joins it to its stamp, and without halves of brackets around both. */
function trimmed(words: string): string {
  // Dots that lead to a stamp; those of "to be continued..." follow a word.
  const text = words.slice(0, 300).replace(/\s[.…]{2,}\s*$/, '')
  let from = 0
  let to = text.length
  const isJoint = (at: number) =>
    /[\s\p{Pd}:：|｜•·‧・,、;~〜～=>»→➔➜⇒_)\]】」』〉》}/\\]/u.test(text[at]!) ||
    (text[at] === '.' && /^\.(?:[\s.]|$)/.test(text.slice(at, at + 2)))
  while (from < to && isJoint(from)) from++
  while (to > from && /[\s\p{Pd}:：|｜•·‧・,、;~〜～=>→➔_([【「『〈《{<@/\\]/u.test(text[to - 1]!)) to--
  const title = text.slice(from, to).replace(/\s+/g, ' ')
  return withoutHalf(title)
}

const pairs = { '(': ')', '[': ']', '【': '】', '「': '」', '『': '』', '（': '）', '{': '}', '<': '>' } as const

function withoutHalf(title: string): string {
  for (const [open, close] of Object.entries(pairs)) {
    if (title.endsWith(close) && !title.includes(open)) return title.slice(0, -1).trim()
    if (title.startsWith(open) && !title.includes(close)) return title.slice(1).trim()
  }
  return title
}

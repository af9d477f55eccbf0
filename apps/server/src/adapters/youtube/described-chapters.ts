import type { VideoDetails } from '@recaps/domain/video-details'
import { type Described, readLines } from './described-lines.ts'

type Chapters = VideoDetails['chapters']
type Stamped = Extract<Described, { kind: 'chapter' }>

const leastChapters = 3
const leastMs = 10_000
/** A list that begins a little later is one if it is longer: nobody writes a time of day like that. */
const lateStart = { withinMs: 120_000, chapters: 4 }
const longestHeading = 80

/**
 * The chapters that a description lists: the first list that begins where the video does. YouTube's own rules
 * (support.google.com/youtube/answer/9884579: at least three, rising, the first at 0:00, each of ten seconds or more) decide what
 * is a list; one short chapter, one stamp out of order, or one behind the end does not spoil the others.
 *
 * @param durationMs Of the video; 0 where it is not known.
 */
export function chaptersIn(description: string, durationMs: number): Chapters {
  const text = description.slice(0, 20_000)
  for (const form of ['colons', 'dots', 'units'] as const) {
    const lines = readLines(text, form)
    for (const [at, line] of lines.entries()) {
      if (line.kind !== 'chapter' || line.startMs >= lateStart.withinMs) continue
      const chapters = chaptersOf(listFrom(lines, at, line), durationMs > 0 ? durationMs : Number.POSITIVE_INFINITY)
      // Sums of money and versions have dots as well.
      if (chapters.length > 0 && (form === 'colons' || chapters[0]?.startMs === 0)) return chapters
    }
  }
  return []
}

/** None where what is listed is no list of chapters of this video. */
function chaptersOf(list: readonly Stamped[], durationMs: number): Chapters {
  const inside = list.filter(({ startMs }) => startMs < durationMs)
  const first = inside[0]
  if (!first || (list.length - inside.length) * 3 > inside.length) return []
  const long = inside.filter(({ startMs }, at) => (inside[at + 1]?.startMs ?? durationMs) - startMs >= leastMs)
  if (long.length < (first.startMs < leastMs ? leastChapters : lateStart.chapters)) return []
  const titles = tidied(inside.map(({ title }) => title))
  return inside.map(({ startMs }, at) => ({ title: titles[at]!, startMs }))
}

/** What belongs to the list that begins at this line. */
function listFrom(lines: readonly Described[], from: number, first: Stamped): Stamped[] {
  const list = [first]
  let between: string[] = []
  let gaps = 0
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at]!
    const last = list.at(-1)!
    if (line.kind === 'blank') continue
    if (line.kind === 'text' || line.side !== first.side) {
      between.push(line.kind === 'text' ? line.text : line.title)
      continue
    }
    if (between.length > 0 && isAnotherList(between, first.side, { chapters: list.length, gaps })) break
    if (line.startMs > last.startMs) {
      if (between.length > 0) gaps++
      list.push(line)
    } else if (line.startMs < last.startMs || (line.startMs === first.startMs && list.length > 1)) {
      const next = lines[at + 1]
      const isSlip = between.length === 0 && line.startMs >= leastMs && next?.kind === 'chapter'
      if (!isSlip || next.startMs <= last.startMs) break
    }
    between = []
  }
  return list
}

/** Whether what stands between two stamps ends a list: a heading may stand between its parts, a paragraph or another's heading not. */
function isAnotherList(
  between: readonly string[],
  side: Stamped['side'],
  list: { chapters: number; gaps: number },
): boolean {
  // Something is said of each chapter.
  const isUsual = list.chapters === 1 || list.gaps * 2 > list.chapters - 1
  if (isUsual && between.length === 1) return false
  const heading = between.at(-1)!
  if (heading.length <= longestHeading && otherLists.test(heading.normalize('NFC'))) return true
  if (list.chapters < leastChapters || isUsual) return false
  return side === 'end' || between.length > 2 || between.some(text => text.length > longestHeading)
}

/** What is listed with stamps besides chapters. */
const otherLists = new RegExp(
  [
    ...[
      'correct',
      'errat',
      'mistake',
      'typo',
      'oops',
      'update',
      'korrektur',
      'fehler',
      'berichtig',
      'correcci',
      'errores',
    ],
    ...[
      'correzion',
      'errori',
      'correç',
      'erreur',
      'исправл',
      'ошибк',
      '訂正',
      '修正',
      '更正',
      '정정',
      'تصحيح',
      'תיקון',
    ],
    ...[
      'song',
      'music',
      'track ?list',
      'soundtrack',
      'musik',
      'lieder',
      'musique',
      'chanson',
      'música',
      'cancion',
      'canç',
    ],
    ...['musica', 'brani', 'canzoni', 'музык', 'песн', 'трек', '曲', '音楽', '音乐', '音樂', '노래', '음악', 'أغاني'],
    ...[
      'q ?& ?a',
      'q and a',
      'question',
      'frage',
      'pregunta',
      'domand',
      'pergunta',
      'вопрос',
      '質問',
      '问答',
      '問答',
      '질문',
    ],
    ...[
      'mentioned',
      'highlight',
      'best moment',
      'funny',
      'schedule',
      'live ?stream',
      'programm',
      'sponsor',
      'shop',
      'gear',
    ],
  ].join('|'),
  'i',
)

/** What stands at each title of a list is its form, and not part of any title. */
function tidied(titles: readonly string[]): readonly string[] {
  const without = (pattern: RegExp) => {
    const rest = titles.map(title => title.replace(pattern, '').trim())
    return titles.every((title, at) => pattern.test(title) && rest[at] !== '') ? rest : null
  }
  const numbers = titles.map(title => Number(/^\D?(\d{1,3})/.exec(title)?.[1]))
  const isCounted = numbers.every((number, at) => number === (numbers[0] ?? 0) + at)
  const counted = isCounted ? without(/^[#(]?\d{1,3}\s?[.):\]\-–—]+\s*/) : null
  if (counted) return tidied(counted)
  const ended = without(/\s*[-–—~([]*\s*(?:\d{1,2}:)?\d{1,3}:[0-5]\d[)\]]*$/)
  if (ended) return ended
  const [bullet = ''] = /^[^\p{L}\p{N}\s]{1,4}(?=\s)/u.exec(titles[0] ?? '') ?? []
  const isBullet =
    bullet !== '' && titles.every(title => title.startsWith(`${bullet} `) && title.length > bullet.length + 1)
  return isBullet ? titles.map(title => title.slice(bullet.length).trim()) : titles
}

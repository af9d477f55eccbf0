import type { VideoDetails } from '@recaps/domain/video-details'
import { type DescriptionLine, readLines } from './description-lines.ts'

type Chapters = VideoDetails['chapters']
type ChapterLine = Extract<DescriptionLine, { kind: 'chapter' }>

const minChapters = 3
const minChapterMs = 10_000
/** A list may start slightly after 0:00 if it is longer. Times of day do not start that early. */
const lateStart = { withinMs: 120_000, chapters: 4 }
const maxHeadingLength = 80

/**
 * The chapters listed in a description: the first list that starts at the beginning of the video. A list must follow YouTube's
 * own rules (support.google.com/youtube/answer/9884579: at least three chapters in ascending order, the first at 0:00, each ten
 * seconds or longer), but a short chapter, a timestamp out of order, or one past the end does not invalidate the others.
 *
 * @param durationMs Duration of the video, 0 if unknown.
 */
export function parseChapters(description: string, durationMs: number): Chapters {
  const text = description.slice(0, 20_000)
  for (const form of ['colons', 'dots', 'units'] as const) {
    const lines = readLines(text, form)
    for (const [at, line] of lines.entries()) {
      if (line.kind !== 'chapter' || line.startMs >= lateStart.withinMs) continue
      const chapters = chaptersOf(listFrom(lines, at, line), durationMs > 0 ? durationMs : Number.POSITIVE_INFINITY)
      // Prices and version numbers contain dots, too.
      if (chapters.length > 0 && (form === 'colons' || chapters[0]?.startMs === 0)) return chapters
    }
  }
  return []
}

/** Empty if the list cannot be the chapters of this video. */
function chaptersOf(list: readonly ChapterLine[], durationMs: number): Chapters {
  const inside = list.filter(({ startMs }) => startMs < durationMs)
  const first = inside[0]
  if (!first || (list.length - inside.length) * 3 > inside.length) return []
  const longEnough = inside.filter(
    ({ startMs }, at) => (inside[at + 1]?.startMs ?? durationMs) - startMs >= minChapterMs,
  )
  if (longEnough.length < (first.startMs < minChapterMs ? minChapters : lateStart.chapters)) return []
  const titles = withoutMarkers(inside.map(({ title }) => title))
  return inside.map(({ startMs }, at) => ({ title: titles[at]!, startMs }))
}

/** Collects the chapters of the list that starts at this line. */
function listFrom(lines: readonly DescriptionLine[], from: number, first: ChapterLine): ChapterLine[] {
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
      const isSlip = between.length === 0 && line.startMs >= minChapterMs && next?.kind === 'chapter'
      if (!isSlip || next.startMs <= last.startMs) break
    }
    between = []
  }
  return list
}

/**
 * Whether the text between two timestamps ends a list. A heading between two parts of the list does not; a paragraph, or the
 * heading of another kind of list, does.
 */
function isAnotherList(
  between: readonly string[],
  side: ChapterLine['side'],
  list: { chapters: number; gaps: number },
): boolean {
  // The list has a line of text below most of its chapters.
  const isTextUsual = list.chapters === 1 || list.gaps * 2 > list.chapters - 1
  if (isTextUsual && between.length === 1) return false
  const heading = between.at(-1)!
  if (heading.length <= maxHeadingLength && otherLists.test(heading.normalize('NFC'))) return true
  if (list.chapters < minChapters || isTextUsual) return false
  return side === 'end' || between.length > 2 || between.some(text => text.length > maxHeadingLength)
}

/** Headings of lists that have timestamps but no chapters: corrections, songs, questions, highlights. */
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

/** Removes numbers, end times and bullets that all titles of a list share: they are formatting, not part of a title. */
function withoutMarkers(titles: readonly string[]): readonly string[] {
  const without = (pattern: RegExp) => {
    const rest = titles.map(title => title.replace(pattern, '').trim())
    return titles.every((title, at) => pattern.test(title) && rest[at] !== '') ? rest : null
  }
  const numbers = titles.map(title => Number(/^\D?(\d{1,3})/.exec(title)?.[1]))
  const isNumbered = numbers.every((number, at) => number === (numbers[0] ?? 0) + at)
  const withoutNumbers = isNumbered ? without(/^[#(]?\d{1,3}\s?[.):\]\-–—]+\s*/) : null
  if (withoutNumbers) return withoutMarkers(withoutNumbers)
  const withoutEndTimes = without(/[\s\-–—~([]*(?:\d{1,2}:)?\d{1,3}:[0-5]\d[)\]]*$/)
  if (withoutEndTimes) return withoutEndTimes
  const [bullet = ''] = /^[^\p{L}\p{N}\s]{1,4}(?=\s)/u.exec(titles[0] ?? '') ?? []
  const isBullet =
    bullet !== '' && titles.every(title => title.startsWith(`${bullet} `) && title.length > bullet.length + 1)
  return isBullet ? titles.map(title => title.slice(bullet.length).trim()) : titles
}

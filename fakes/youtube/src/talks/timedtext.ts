import type { CaptionLine, FixtureTrack } from '../../fixtures/load.ts'

type TrackKind = FixtureTrack['kind']

/** A caption track in the requested format, including the quirks of YouTube's own files. */
export const timedtext = (kind: TrackKind, language: string, lines: CaptionLine[], format: string): string => {
  if (format === 'json3') return json3(kind, lines)
  if (format === 'vtt') return vtt(kind, language, lines)
  return srv1(kind, lines)
}

/** Display time of a line. Automatic captions show two lines at a time, so a line stays until the next but one begins. */
const shownMs = (kind: TrackKind, lines: CaptionLine[], at: number): number => {
  const { startMs, endMs } = lines[at]!
  const until = kind === 'auto' ? (lines[at + 2]?.startMs ?? endMs + 2_000) : endMs
  return Math.max(1, until - startMs)
}

const json3 = (kind: TrackKind, lines: CaptionLine[]): string => {
  const isAuto = kind === 'auto'
  const events = lines.flatMap((line, at) => {
    const dDurationMs = shownMs(kind, lines, at)
    if (!isAuto) return [{ tStartMs: line.startMs, dDurationMs, segs: [{ utf8: line.text }] }]
    const segs = line.words.map(({ text, startMs }, word) =>
      word === 0 ? { utf8: text, acAsrConf: 0 } : { utf8: ` ${text}`, tOffsetMs: startMs - line.startMs, acAsrConf: 0 },
    )
    const breakLine = { tStartMs: line.endMs, dDurationMs: 10, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] }
    return [{ tStartMs: line.startMs, dDurationMs, wWinId: 1, segs }, breakLine]
  })
  const window = { tStartMs: 0, dDurationMs: lines.at(-1)?.endMs ?? 0, id: 1, wpWinPosId: 1, wsWinStyleId: 1 }
  return JSON.stringify({
    wireMagic: 'pb3',
    pens: [{}],
    wsWinStyles: [{}, { mhModeHint: 2, juJustifCode: 0, sdScrollDir: 3 }],
    wpWinPositions: [{}, { apPoint: 6, ahHorPos: 20, avVerPos: 100, rcRows: 2, ccCols: 40 }],
    events: isAuto ? [window, ...events] : events,
  })
}

/** YouTube escapes entities twice in this format. */
const srv1 = (kind: TrackKind, lines: CaptionLine[]): string => {
  const seconds = (ms: number) => String(Math.round(ms) / 1000)
  const texts = lines.map(
    (line, at) =>
      `<text start="${seconds(line.startMs)}" dur="${seconds(shownMs(kind, lines, at))}">${escaped(escaped(line.text))}</text>`,
  )
  return `<?xml version="1.0" encoding="utf-8" ?><transcript>${texts.join('')}</transcript>`
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const vtt = (kind: TrackKind, language: string, lines: CaptionLine[]): string =>
  [
    `WEBVTT\nKind: captions\nLanguage: ${language}\n`,
    ...(kind === 'auto' ? rollingCues(lines) : plainCues(lines)),
  ].join('\n')

const plainCues = (lines: CaptionLine[]): string[] =>
  lines.map(({ startMs, endMs, text }) => `${stamp(startMs)} --> ${stamp(endMs)}\n${forVtt(text)}\n`)

/** Two cues per line: the line below the previous one, then the line alone for 10 ms before the next begins. */
const rollingCues = (lines: CaptionLine[]): string[] =>
  lines.flatMap((line, at) => {
    const above = at === 0 ? ' ' : forVtt(lines[at - 1]!.text)
    const untilMs = lines[at + 1]?.startMs ?? line.endMs + 1_000
    const [first, ...rest] = line.words
    const timed = rest.map(({ text, startMs }) => `<${stamp(startMs)}><c> ${forVtt(text)}</c>`).join('')
    const place = 'align:start position:0%'
    return [
      `${stamp(line.startMs)} --> ${stamp(untilMs - 10)} ${place}\n${above}\n${forVtt(first?.text ?? '')}${timed}\n`,
      `${stamp(untilMs - 10)} --> ${stamp(untilMs)} ${place}\n${forVtt(line.text)}\n \n`,
    ]
  })

const forVtt = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const stamp = (ms: number): string => {
  const digits = (value: number, length: number) => String(Math.floor(value)).padStart(length, '0')
  return `${digits(ms / 3_600_000, 2)}:${digits((ms / 60_000) % 60, 2)}:${digits((ms / 1000) % 60, 2)}.${digits(ms % 1000, 3)}`
}

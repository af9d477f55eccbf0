import { describe, expect, it } from 'vitest'
import { parseChapters } from './description-chapters.ts'

const hourMs = 3_600_000
/** Chapters as seconds and titles: "0 Intro | 65 Steel". */
const formatted = (description: string, durationMs: number = hourMs) =>
  parseChapters(description, durationMs)
    .map(({ title, startMs }) => `${startMs / 1000} ${title}`)
    .join(' | ')
const three = '0 Intro | 65 Steel | 130 Stone'

describe('chapters in a description', () => {
  it('finds chapters in lines with ascending timestamps from 0:00 on', () => {
    const text = 'About bridges.\n\n0:00 Intro\n1:05 - Steel\n(1:02:03) Stone: the end\n\nSee 2:00 for more.'
    expect(parseChapters(text, 4_000_000)).toEqual([
      { title: 'Intro', startMs: 0 },
      { title: 'Steel', startMs: 65_000 },
      { title: 'Stone: the end', startMs: 3_723_000 },
    ])
  })

  it('finds chapters with the timestamp after the title, or with a number before it', () => {
    const text = 'Intro – 00:00\nMiddle – 00:30\nEnd – 01:00'
    expect(parseChapters(text, 100_000).map(({ title }) => title)).toEqual(['Intro', 'Middle', 'End'])
    expect(parseChapters('1. 0:00 One\n2. 0:30 Two\n3. 1:00 Three', 100_000).map(({ title }) => title)).toEqual([
      'One',
      'Two',
      'Three',
    ])
  })

  it.each([
    ['fewer than three chapters', '0:00 One\n1:00 Two'],
    ['no chapter at 0:00', '0:10 One\n1:00 Two\n2:00 Three'],
    ['descending timestamps', '0:00 One\n2:00 Two\n1:00 Three'],
    ['a chapter shorter than 10 s', '0:00 One\n0:05 Two\n1:00 Three'],
    ['a last chapter past the end of the video', '0:00 One\n1:00 Two\n9:59 Three'],
  ])('finds no chapters in a list with %s', (_, text) => {
    expect(parseChapters(text, 300_000)).toEqual([])
  })

  it('searches very long lines for chapters in less than a second', () => {
    const startedAt = performance.now()
    parseChapters(`${'0:'.repeat(40_000)}\n${'-'.repeat(50_000)}`, 1_000)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

describe('chapters in a description, as people write them', () => {
  it.each([
    // Ranges.
    ['0:00–1:05 Intro\n1:05–2:10 Steel\n2:10–3:00 Stone', three],
    ['0:00 - 1:05 Intro\n1:05 - 2:10 Steel\n2:10 - 3:00 Stone', three],
    ['(0:00-1:05) Intro\n(1:05-2:10) Steel\n(2:10-3:00) Stone', three],
    ['0:00 to 1:05: Intro\n1:05 to 2:10: Steel\n2:10 to 3:00: Stone', three],
    ['00:00 --> 01:05 Intro\n01:05 --> 02:10 Steel\n02:10 --> 03:00 Stone', three],
    ['0:00 ~ 1:05 Intro\n1:05 ~ 2:10 Steel\n2:10 ~ 3:00 Stone', three],
    ['Intro 0:00-1:05\nSteel 1:05-2:10\nStone 2:10-3:00', three],
    ['Intro [00:00:00 – 00:01:05]\nSteel [00:01:05 – 00:02:10]\nStone [00:02:10 – 00:03:00]', three],
    ['0:00 Intro (1:05)\n1:05 Steel (2:10)\n2:10 Stone (3:00)', three],
    // Bullets, numbers and labels before the time.
    ['• 0:00 Intro\n• 1:05 Steel\n• 2:10 Stone', three],
    ['- 0:00 - Intro\n- 1:05 - Steel\n- 2:10 - Stone', three],
    ['* 0:00 Intro\n* 1:05 Steel\n* 2:10 Stone', three],
    ['▶ 0:00 Intro\n▶ 1:05 Steel\n▶ 2:10 Stone', three],
    ['👉 0:00 Intro\n👉 1:05 Steel\n👉 2:10 Stone', three],
    ['⏱️ 0:00 ▸ Intro\n⏱️ 1:05 ▸ Steel\n⏱️ 2:10 ▸ Stone', three],
    ['1. 0:00 Intro\n2. 1:05 Steel\n3. 2:10 Stone', three],
    ['1) 0:00 Intro\n2) 1:05 Steel\n3) 2:10 Stone', three],
    ['(1) 0:00 Intro\n(2) 1:05 Steel\n(3) 2:10 Stone', three],
    ['#1 0:00 Intro\n#2 1:05 Steel\n#3 2:10 Stone', three],
    ['1️⃣ 0:00 Intro\n2️⃣ 1:05 Steel\n3️⃣ 2:10 Stone', three],
    ['01 | 0:00 | Intro\n02 | 1:05 | Steel\n03 | 2:10 | Stone', three],
    ['Chapter 1: 0:00 Intro\nChapter 2: 1:05 Steel\nChapter 3: 2:10 Stone', three],
    ['Part I – 0:00 – Intro\nPart II – 1:05 – Steel\nPart III – 2:10 – Stone', three],
    ['a) 0:00 Intro\nb) 1:05 Steel\nc) 2:10 Stone', three],
    ['0:00 1. Intro\n1:05 2. Steel\n2:10 3. Stone', three],
    ['1. Intro 0:00\n2. Steel 1:05\n3. Stone 2:10', three],
    ['Chapter 1 0:00\nChapter 2 1:05\nChapter 3 2:10', '0 Chapter 1 | 65 Chapter 2 | 130 Chapter 3'],
    // Brackets and separators.
    ['[0:00] Intro\n[1:05] Steel\n[2:10] Stone', three],
    ['【0:00】Intro\n【1:05】Steel\n【2:10】Stone', three],
    ['0:00) Intro\n1:05) Steel\n2:10) Stone', three],
    ['Intro (0:00)\nSteel (1:05)\nStone (2:10)', three],
    ['(0:00 Intro)\n(1:05 Steel)\n(2:10 Stone)', three],
    ['<0:00> Intro\n<1:05> Steel\n<2:10> Stone', three],
    ['0:00 | Intro\n1:05 | Steel\n2:10 | Stone', three],
    ['0:00 => Intro\n1:05 => Steel\n2:10 => Stone', three],
    ['0:00: Intro\n1:05: Steel\n2:10: Stone', three],
    ['0:00 - Intro...\n1:05 - Steel …\n2:10 - Stone?', '0 Intro... | 65 Steel … | 130 Stone?'],
    ['0:00 ..... Intro\n1:05 ..... Steel\n2:10 ..... Stone', three],
    ['Intro ........ 0:00\nSteel ........ 1:05\nStone ........ 2:10', three],
    ['Intro → 0:00\nSteel → 1:05\nStone → 2:10', three],
    ['Intro @ 0:00\nSteel @ 1:05\nStone @ 2:10', three],
    ['0:00Intro\n1:05Steel\n2:10Stone', three],
    ['*0:00* Intro\n*1:05* Steel\n*2:10* Stone', three],
    ['0:00\u00a0Intro\r\n1:05\u3000Steel\r\n2:10\tStone', three],
    ['0:00 Intro\n\n1:05 Steel\n\n\n2:10 Stone', three],
    ['0:00\nIntro\n1:05\nSteel\n2:10\nStone', three],
    ['0:00 Intro | 1:05 Steel | 2:10 Stone', three],
    ['Chapters: 0:00 Intro, 1:05 Steel, 2:10 Stone', three],
    ['0:00 Intro https://example.com\n1:05 Steel\n2:10 Stone', '0 Intro https://example.com | 65 Steel | 130 Stone'],
    // Digits, colons and directions of other scripts.
    ['0：00 Intro\n1：05 Steel\n2：10 Stone', three],
    ['０：００　序\n１：０５　鋼\n２：１０　石', '0 序 | 65 鋼 | 130 石'],
    ['٠:٠٠ مقدمة\n١:٠٥ الفولاذ\n٢:١٠ الحجر', '0 مقدمة | 65 الفولاذ | 130 الحجر'],
    ['०:०० परिचय\n१:०५ इस्पात\n२:१० पत्थर', '0 परिचय | 65 इस्पात | 130 पत्थर'],
    ['\u200f0:00 פתיחה\n\u200f1:05 פלדה\n\u200f2:10 אבן', '0 פתיחה | 65 פלדה | 130 אבן'],
    ['مقدمه ۰:۰۰\nفولاد ۱:۰۵\nسنگ ۲:۱۰', '0 مقدمه | 65 فولاد | 130 سنگ'],
    ['第1章 0:00 序\n第2章 1:05 鋼\n第3章 2:10 石', '0 序 | 65 鋼 | 130 石'],
    // Other notations of a time.
    ['00:00:00 Intro\n00:01:05 Steel\n00:02:10 Stone', three],
    ['0:00.000 Intro\n1:05.250 Steel\n2:10.900 Stone', three],
    ['00.00 Intro\n01.05 Steel\n02.10 Stone', three],
    ['0m00s Intro\n1m05s Steel\n2m10s Stone', three],
    ["0'00 Intro\n1'05 Steel\n2'10 Stone", three],
    [
      '0:00 Intro\n59:59 Steel\n61:30 Stone\n1:20:00 Brick',
      '0 Intro | 3599 Steel | 3690 Stone | 4800 Brick',
      2 * hourMs,
    ],
    // Numbers and signs that belong to the titles.
    ['0:00 🎬 Intro\n1:05 Steel 🔩\n2:10 Stone', '0 🎬 Intro | 65 Steel 🔩 | 130 Stone'],
    ['0:00 🔹 Intro\n1:05 🔹 Steel\n2:10 🔹 Stone', three],
    ['0:00 Why? (part 1)\n1:05 3 kinds of steel\n2:10 “Stone”', '0 Why? (part 1) | 65 3 kinds of steel | 130 “Stone”'],
    ['0:00 #1 bridge\n1:05 .NET\n2:10 C*-algebras', '0 #1 bridge | 65 .NET | 130 C*-algebras'],
    ['0:00 Intro\n1:05 Running a mile in 4:00\n2:10 Stone', '0 Intro | 65 Running a mile in 4:00 | 130 Stone'],
    ['0:00 (Bonus) Intro\n1:05 Steel\n2:10 Stone', '0 (Bonus) Intro | 65 Steel | 130 Stone'],
    ['0:00 Am Anfang\n1:05 Steel\n2:10 Stone', '0 Am Anfang | 65 Steel | 130 Stone'],
  ] as [string, string, number?][])('finds chapters in %j', (description, expected, durationMs) => {
    expect(formatted(description, durationMs)).toBe(expected)
    expect(formatted(`About bridges, filmed on 12 May.\n\n${description}\n\nThanks for watching!`, durationMs)).toBe(
      expected,
    )
  })
})

describe('chapters in a description that has more than one list', () => {
  const list = '0:00 Intro\n1:05 Steel\n2:10 Stone'

  it.each([
    ['the same list in another language', `${list}\n\nDeutsch:\n0:00 Einleitung\n1:05 Stahl\n2:10 Stein`],
    ['a translation below each line', '0:00 Intro\n0:00 Einleitung\n1:05 Steel\n1:05 Stahl\n2:10 Stone\n2:10 Stein'],
    ['a list of songs', `${list}\n\nSongs:\n0:30 Ada – Rivers\n3:00 Bob – Hills\n9:00 Cy – Sea`],
    ['a list of songs that all come later', `${list}\n\nMusic in this video\n3:00 Bob – Hills\n9:00 Cy – Sea`],
    ['a list of questions', `${list}\n\nQ&A\n20:00 How long?\n25:00 How high?`],
    ['a correction', `${list}\n\nCorrection: 1:30 It was 1912.\n0:45 The bridge is in Rome.`],
    ['a correction of a later moment', `${list}\n\nErrata\n12:45 It was 1912.`],
    ['a correction that ends with its time', `${list}\nI misspoke about the year at 12:45`],
    ['the times of the next stream', `${list}\n\nLive every Friday at 18:00\nDoors 17:30`],
    ['a time of day with a time zone', `${list}\n18:00 CET next Friday: live`],
    ['timestamps in sentences', `See 2:00 for more, and 0:00 for the start.\n${list}\nWe met at 9:30 in the park.`],
    ['a list in another format', `${list}\nAda (5:00)\nBob (6:00)\nCy (7:00)`],
    [
      'a paragraph followed by timestamps',
      `${list}\n\n${'All about bridges. '.repeat(8)}\n\n30:00 What Ada meant\n35:00 What Bob meant`,
    ],
    ['a timestamp out of order', '0:00 Intro\n1:05 Steel\n0:40 Mistyped\n2:10 Stone'],
    ['two single timestamps before it', `0:00 Here\n5:00 There\n\nChapters\n${list}`],
    ['a timestamp past the end of the video', `${list}\n2:30:00 Mistyped`],
  ])('takes the first chapter list of a description that also has %s', (_, description) => {
    expect(formatted(description)).toBe(three)
  })

  it('continues a chapter list below the headings of its parts', () => {
    expect(formatted(`PART ONE\n${list}\n\nPART TWO\n5:00 Brick\n7:00 Glass`)).toBe(`${three} | 300 Brick | 420 Glass`)
  })

  it('finds chapters with a line of text below each', () => {
    const text = 'What it is made of, in some detail, and where it was built, and why it stands to this day.'
    expect(formatted(`0:00 Intro\n${text}\n1:05 Steel\n${text}\n2:10 Stone\n${text}\n3:00 Brick\n${text}`)).toBe(
      `${three} | 180 Brick`,
    )
  })

  it('finds chapters with the name of a song below each', () => {
    expect(formatted('0:00 Intro\nSong: Rivers\n1:05 Steel\nSong: Hills\n2:10 Stone\nSong: Sea')).toBe(three)
  })

  it('keeps a chapter shorter than ten seconds in a list that is otherwise valid', () => {
    expect(formatted('0:00 Cold open\n0:06 Intro\n1:05 Steel\n2:10 Stone\n59:55 Bye')).toBe(
      '0 Cold open | 6 Intro | 65 Steel | 130 Stone | 3595 Bye',
    )
  })

  it('finds chapters that start a little after 0:00', () => {
    expect(formatted('0:04 Intro\n1:05 Steel\n2:10 Stone')).toBe('4 Intro | 65 Steel | 130 Stone')
    expect(formatted('0:45 Intro\n1:05 Steel\n2:10 Stone\n5:00 Brick')).toBe(
      '45 Intro | 65 Steel | 130 Stone | 300 Brick',
    )
  })

  it('finds chapters when the duration of the video is unknown', () => {
    expect(formatted(list, 0)).toBe(three)
  })
})

describe('a description without chapters', () => {
  it.each([
    ['times of day', '18:00 Doors\n19:30 Band\n21:00 End', 4 * hourMs],
    ['times of day at the ends of lines', 'Doors 18:00\nBand 19:30\nEnd 21:00', 4 * hourMs],
    ['opening hours', 'Mon 9:00–17:00\nTue 9:00–17:00\nWed 9:00–12:30\nThu 9:00–17:00', 4 * hourMs],
    ['times of day from midnight on', '12:00 AM Doors\n1:00 AM Band\n2:30 AM End\n3:00 AM Bus', 4 * hourMs],
    ['full hours', '0:00 Uhr Start\n1:00 Uhr Band\n2:00 Uhr Ende', 4 * hourMs],
    ['the times of a live stream', 'Live at 18:00, again at 20:00, and at 22:00.', 4 * hourMs],
    ['a calendar', 'Mon 18:00 Talk\nTue 19:00 Walk\nWed 20:00 Swim\nThu 21:00 Run', 4 * hourMs],
    ['Bible verses', 'Genesis 1:01\nGenesis 1:02\nJohn 3:16\nActs 4:20', hourMs],
    ['race results', 'Ada 2:10\nBob 2:12\nCy 2:15\nDee 2:20', hourMs],
    ['a race that starts at 0:00', 'The gun went at 0:00.\nAda passed at 5:00.\nBob passed at 6:00.', hourMs],
    ['prices', '0.00 for members\n1.50 for guests\n2.50 on Sundays'.replace('0.00', '0.50'), hourMs],
    ['version numbers', '1.05 Faster\n1.10 Better\n1.15 Smaller', hourMs],
    ['a list of another, longer video', '0:00 One\n10:00 Two\n20:00 Three\n30:00 Four\n40:00 Five', 15 * 60_000],
    ['timestamps without titles', '0:00\n1:00\n2:00\n3:00', hourMs],
    ['an empty text', '', hourMs],
  ])('finds no chapters in %s', (_, description, durationMs) => {
    expect(formatted(description, durationMs)).toBe('')
  })

  it('searches thousands of repeated timestamps and separators for chapters within 3 seconds', () => {
    const startedAt = performance.now()
    for (const part of ['0:00 A\n', '0:01 A 0:02 B ', '- ', '[(', '0:00-', '0.00.', ' . ', '1h', '① 0:00 a\n', '🔹'])
      parseChapters(part.repeat(20_000), hourMs)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })
})

import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'

const parsed = (text: string, fileName?: string) => {
  const outcome = parseCaptions(text, fileName === undefined ? {} : { fileName })
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome
}
const spokenTexts = (text: string) => parsed(text).segments.map(segment => segment.text)

const english = [
  'We boil the water and wait for it.',
  'Then you put the leaves into the pot.',
  'It has to stand for four minutes.',
  'Nobody should drink it with milk.',
]
const others: Record<string, string[]> = {
  Chinese: ['我们把水烧开，然后等待。', '然后把茶叶放进壶里。', '它要放四分钟。', '谁都不应该加牛奶。'],
  Japanese: [
    'お湯を沸かして待ちます。',
    'それから茶葉をポットに入れます。',
    '四分間置きます。',
    '牛乳は入れないでください。',
  ],
  Korean: ['물을 끓이고 기다립니다.', '그런 다음 찻잎을 넣습니다.', '사 분 동안 둡니다.', '우유를 넣지 마세요.'],
  Russian: [
    'Мы кипятим воду и ждём.',
    'Потом кладём чай в чайник.',
    'Он стоит четыре минуты.',
    'Никто не пьёт его с молоком.',
  ],
  Arabic: ['نغلي الماء وننتظر.', 'ثم نضع الأوراق في الإبريق.', 'يبقى أربع دقائق.', 'لا أحد يشربه مع الحليب.'],
  Spanish: [
    'Hervimos el agua y esperamos.',
    'Luego se ponen las hojas en la tetera.',
    'Tiene que estar así por cuatro minutos.',
    'Nadie lo toma con la leche en esta casa.',
  ],
  German: [
    'Wir kochen das Wasser und warten auf es.',
    'Dann kommen die Blätter in die Kanne.',
    'Es muss noch vier Minuten stehen.',
    'Man sollte es nicht mit der Milch trinken.',
  ],
}

const srt = (cues: readonly string[][]) =>
  cues
    .map((texts, at) =>
      texts
        .map(
          text =>
            `${at + 1}\n00:00:${String(at * 4).padStart(2, '0')},000 --> 00:00:${String(at * 4 + 4).padStart(2, '0')},000\n${text}\n`,
        )
        .join('\n'),
    )
    .join('\n')

describe.each(Object.entries(others))('captions in English and %s', (language, other) => {
  const pairs = english.map((text, at) => [text, other[at] ?? ''] as [string, string])
  test.each<[string, string]>([
    ['English above', srt(pairs.map(([one, two]) => [`${one}\n${two}`]))],
    ['English below', srt(pairs.map(([one, two]) => [`${two}\n${one}`]))],
    ['in separate cues', srt(pairs)],
    ['in separate cues, English second', srt(pairs.map(([one, two]) => [two, one]))],
    [
      'in two concatenated files, English second',
      `${srt(pairs.map(([, two]) => [two]))}\n${srt(pairs.map(([one]) => [one]))}`,
    ],
    ['separated by a bar', srt(pairs.map(([one, two]) => [`${two} | ${one}`]))],
    ['English in two rows', srt(pairs.map(([one, two]) => [`${one.replace(/ (\w+ \w+ \w+\.)$/, '\n$1')}\n${two}`]))],
  ])(`keeps only the English of captions in English and ${language} (%s)`, (_, text) => {
    expect(spokenTexts(text)).toEqual(english)
    expect(parsed(text, 'tea.zh.srt').language).toBe('en')
  })
})

describe('captions in English and Chinese', () => {
  it('splits a line of English and Chinese where the script changes', () => {
    const lines = english.map((text, at) => [`${text} ${others.Chinese?.[at]}`])
    expect(spokenTexts(srt(lines))).toEqual(english)
    const chineseFirst = english.map((text, at) => [`${others.Chinese?.[at]}${text}`])
    expect(spokenTexts(srt(chineseFirst))).toEqual(english)
  })

  it('pairs English and Chinese cues that start slightly apart', () => {
    const text = english
      .map(
        (line, at) =>
          `00:0${at}.000 --> 00:0${at}.900\n${line}\n\n00:0${at}.120 --> 00:0${at}.900\n${others.Chinese?.[at]}\n`,
      )
      .join('\n')
    expect(spokenTexts(`WEBVTT\n\n${text}`)).toEqual(english)
  })

  it('keeps only the English of alternating lines without times', () => {
    expect(spokenTexts(english.flatMap((line, at) => [line, others.Chinese?.[at]]).join('\n'))).toEqual(english)
  })
})

describe('captions in one language', () => {
  test.each([
    ['English in two rows', english.map(line => [line.replace(' ', '\n')])],
    ['English by two speakers', english.map(line => [`- ${line}\n- Is that so?`])],
    ['Chinese in two rows', (others.Chinese ?? []).map(line => [`${line}\n${line}再来`])],
    ['English about Chinese words', english.map((line, at) => [at === 1 ? '你好 means hello.' : line])],
    ['Chinese with English words', (others.Chinese ?? []).map(line => [`我用 Python 写 code，${line}`])],
    ['German in two rows', (others.German ?? []).map(line => [line.replace(' ', '\n')])],
    ['English with Latin names', english.map(line => [`${line}\nUrsus arctos horribilis`]).slice(0, 1)],
  ])('keeps every row of captions in one language (%s)', (_, cues) => {
    const words = cues
      .flat()
      .join(' ')
      .replace(/^- |\n- /g, ' ')
      .split(/\s+/)
      .filter(word => word !== '' && word !== '-')
    expect(spokenTexts(srt(cues)).join(' ').split(' ').sort()).toEqual(words.sort())
  })
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'

const parsed = (text: string) => {
  const outcome = parseCaptions(text)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome
}
const lines = (text: string) => parsed(text).segments.map(s => [s.startMs / 1000, s.speaker, s.text])
const cases = resolve(import.meta.dirname, '../../../../../shared/cases/14-meeting-txt')
const hasCases = existsSync(cases)

describe('meeting transcripts', () => {
  const expected = [
    [3, 'Mia Berg', 'Who has the minutes?'],
    [12, 'Tom Okoro', 'I sent them on Monday.'],
    [75, 'Mia Berg', 'Then let us begin.'],
  ]
  test.each([
    [
      'Teams',
      'Mia Berg\n0 minutes 3 seconds\nWho has the minutes?\nTom Okoro\n0 minutes 12 seconds\nI sent them on Monday.\nMia Berg\n1 minute 15 seconds\nThen let us begin.',
    ],
    [
      'Teams in the browser',
      'Weekly\nMarch 3, 2025, 2:00PM\nMia Berg started transcription\n\nMia Berg\n0 minutes 3 seconds\n0:03\nMia Berg 0 minutes 3 seconds\nWho has the minutes?\nTom Okoro\n0 minutes 12 seconds\n0:12\nTom Okoro 0 minutes 12 seconds\nI sent them on Monday.\nMia Berg\n1 minute 15 seconds\n1:15\nMia Berg 1 minute 15 seconds\nThen let us begin.\nMia Berg stopped transcription',
    ],
    [
      'Otter',
      'Mia Berg  0:03  \nWho has the minutes?\n\nTom Okoro  0:12  \nI sent them on Monday.\n\nMia Berg  1:15  \nThen let us begin.',
    ],
    [
      'timestamps in brackets',
      'Mia Berg (00:03):\nWho has the minutes?\nTom Okoro (00:12):\nI sent them on Monday.\nMia Berg (01:15):\nThen let us begin.',
    ],
    [
      'name, time and text on one line',
      'Mia Berg [00:00:03] Who has the minutes?\nTom Okoro [00:00:12] I sent them on Monday.\nMia Berg [00:01:15] Then let us begin.',
    ],
    [
      'names after the timestamps',
      '[00:00:03] Mia Berg: Who has the minutes?\n[00:00:12] Tom Okoro: I sent them on Monday.\n[00:01:15] Mia Berg: Then let us begin.',
    ],
    [
      'names below the timestamps',
      '00:00:03\nMia Berg\nWho has the minutes?\n\n00:00:12\nTom Okoro\nI sent them on Monday.\n\n00:01:15\nMia Berg\nThen let us begin.',
    ],
    [
      'guests',
      'Mia Berg (Host)   0:03\nWho has the minutes?\nTom Okoro (Guest) | Example Ltd   0:12\nI sent them on Monday.\nMia Berg (Host)   1:15\nThen let us begin.',
    ],
  ])('reads speakers and times of a meeting transcript (%s)', (_, text) => {
    expect(lines(text)).toEqual(expected)
    expect(parsed(text).timing).toBe('stamped')
  })
})

describe('chats', () => {
  const expected = [
    [0, 'Mia Berg', 'Who has the minutes?'],
    [60, 'Tom Okoro', 'I sent them on Monday.'],
    [180, 'Mia Berg', 'Then let us begin.'],
  ]
  const chat = (write: (minute: string, name: string, text: string) => string, minutes = ['14:33', '14:34', '14:36']) =>
    expected.map(([, name, text], at) => write(minutes[at] ?? '', String(name), String(text))).join('\n')
  test.each([
    ['Zoom', chat((at, name, text) => `${at}:05\t From ${name} to Everyone:\n\t${text}`)],
    ['older Zoom', chat((at, name, text) => `${at}:05  From  ${name} : ${text}`)],
    ['Zoom direct message', chat((at, name, text) => `${at}:05 From ${name} to Ann (Direct Message): ${text}`)],
    [
      'Zoom in the morning',
      chat((at, name, text) => `${at}:05 From ${name} to Everyone:\n\t${text}`, ['09:03', '09:04', '09:06']),
    ],
    [
      'Zoom at midnight',
      chat((at, name, text) => `${at}:05 From ${name} to Everyone:\n\t${text}`, ['23:59', '00:00', '00:02']),
    ],
    ['names in brackets', chat((at, name, text) => `[${name}] ${at}:05\n${text}`)],
    ['Slack', chat((at, name, text) => `${name}  ${at} PM\n${text}`, ['2:33', '2:34', '2:36'])],
    ['Slack across noon', chat((at, name, text) => `${name}\n  ${at}\n${text}`, ['11:58 AM', '11:59 AM', '12:01 PM'])],
    ['Meet', chat((at, name, text) => `${name}\n${at} PM\n${text}`, ['2:33', '2:34', '2:36'])],
    ['WhatsApp', chat((at, name, text) => `[03/05/2025, ${at}:00] ${name}: ${text}`)],
    [
      'WhatsApp with US dates',
      chat((at, name, text) => `3/5/25, ${at} PM - ${name}: ${text}`, ['2:33', '2:34', '2:36']),
    ],
    ['Telegram', chat((at, name, text) => `${name}, [05.03.2025 ${at}]\n${text}`)],
    ['Discord', chat((at, name, text) => `${name} — Today at ${at} PM\n${text}`, ['2:33', '2:34', '2:36'])],
    ['IRC', chat((at, name, text) => `[${at}:00] <${name}> ${text}`)],
    ['Teams', chat((at, name, text) => `[${at} PM] ${name}: ${text}`, ['2:33', '2:34', '2:36'])],
  ])('starts a chat at zero regardless of the time of day (%s)', (_, text) => {
    expect(lines(text)).toEqual(expected)
  })

  it('reads two-part chat times as hours and minutes if speech would otherwise be impossibly fast', () => {
    const text = ['14:33', '14:34', '14:36']
      .map(at => `Mia Berg  ${at}\n${[1, 2, 3, 4, 5].map(word => `One or two words ${at} ${word}.`).join(' ')}`)
      .join('\n')
    const starts = lines(text).map(([second]) => second)
    expect([starts[0], starts[5], starts[10]]).toEqual([0, 60, 180])
  })

  it('distributes chat messages with the same minute over that minute', () => {
    const text = 'Mia Berg  2:33 PM\nWho has the minutes?\nTom Okoro  2:33 PM\nI do not.\nMia Berg  2:33 PM\nOh.'
    expect(lines(text)).toEqual([
      [0, 'Mia Berg', 'Who has the minutes?'],
      [1.6, 'Tom Okoro', 'I do not.'],
      [2.8, 'Mia Berg', 'Oh.'],
    ])
  })

  it('removes system messages from a chat', () => {
    const text =
      '14:33:05 From Mia Berg to Everyone:\n\tReplying to "Good morning"\n\n\tWho has the minutes?\n14:33:20 From Tom Okoro to Everyone:\n\tReacted to "Who has the minutes?" with 👍'
    expect(lines(text)).toEqual([[0, 'Mia Berg', 'Who has the minutes?']])
  })

  it('estimates the times of a chat that lasts for days', () => {
    const text = Array.from(
      { length: 40 },
      (_, at) =>
        `[${String((at % 28) + 1).padStart(2, '0')}/05/2025, ${at % 2 ? '08' : '17'}:00:00] Mia: word ${at} two three`,
    ).join('\n')
    expect(parsed(text).timing).toBe('estimated')
    expect(parsed(text).segments.at(-1)?.endMs).toBe(40 * 4 * 400)
  })
})

it('distributes the time between the timestamps of a Google Meet transcript among its lines', () => {
  const text =
    'Weekly (2025-03-05)\nAttendees\nMia Berg, Tom Okoro\nTranscript\n00:00:00\n\nMia Berg: Who has the minutes?\nTom Okoro: I sent them on Monday.\nMia Berg: Then let us begin.\n00:05:00\n\nTom Okoro: Is that all?\nTranscription ended after 00:05:10'
  expect(lines(text)).toEqual([
    [0, 'Mia Berg', 'Who has the minutes?'],
    [1.6, 'Tom Okoro', 'I sent them on Monday.'],
    [3.6, 'Mia Berg', 'Then let us begin.'],
    [300, 'Tom Okoro', 'Is that all?'],
  ])
})

describe('text that resembles a meeting', () => {
  test.each([
    'The lecture begins at 9:30\nand ends at 11:00\nin the large hall.',
    'Welcome\n0:00\nThe Harbour\n0:45\nThe Storm\n2:10\nGoodbye',
    'He wrote it on 3/5/25, 2:33 PM - or so: who knows?\nNobody did.\nThe letter was lost.',
    'Remember this: at 14:33 the tide turns.\nWe shall see.',
  ])('keeps all words of %j, which is not a meeting', text => {
    const words = parsed(text)
      .segments.map(segment => `${segment.speaker ?? ''} ${segment.text}`)
      .join(' ')
    for (const [word] of text.matchAll(/\p{L}{3,}/gu)) expect(words).toContain(word)
    expect(parsed(text).segments.at(-1)?.endMs).toBeLessThan(3_600_000)
  })
})

test.skipIf(!hasCases)(
  `the collected meeting texts contain no names or times after parsing${hasCases ? '' : ' (skipped: no cases)'}`,
  () => {
    for (const name of readdirSync(cases)) {
      const { segments } = parsed(readFileSync(join(cases, name), 'utf8'))
      expect([name, ...new Set(segments.map(segment => segment.speaker))].sort()).toEqual(
        [name, 'Ada Example', 'Ben Sample'].sort(),
      )
      for (const { text } of segments) expect(text).not.toMatch(/\d:\d\d|From |Example|Sample|seconds?$/)
      expect(segments.at(-1)?.endMs, name).toBeLessThan(900_000)
    }
  },
)

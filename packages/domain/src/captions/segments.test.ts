import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'

const parsed = (...texts: string[]) => {
  const cues = texts.map(
    (text, at) =>
      `00:${String(at * 2).padStart(2, '0')}.000 --> 00:${String(at * 2 + 2).padStart(2, '0')}.000\n${text}`,
  )
  const outcome = parseCaptions(`WEBVTT\n\n${cues.join('\n\n')}\n`)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome
}
const turns = (...texts: string[]) =>
  parsed(...texts).segments.map(({ text, turn, speaker }) => [turn ? (speaker ?? '?') : '', text])

describe('changes of speaker', () => {
  test.each([
    [
      'arrows',
      ['>> Hello. >> Hi there.'],
      [
        ['?', 'Hello.'],
        ['?', 'Hi there.'],
      ],
    ],
    ['escaped arrows', ['&gt;&gt; Hello.'], [['?', 'Hello.']]],
    ['three arrows', ['>>> In other news'], [['?', 'In other news']]],
    [
      'arrows without spaces',
      ['so >>Yes.'],
      [
        ['', 'so'],
        ['?', 'Yes.'],
      ],
    ],
    [
      'dashes',
      ['- Who is it?\n- Me.'],
      [
        ['?', 'Who is it?'],
        ['?', 'Me.'],
      ],
    ],
    [
      'dashes without spaces',
      ['-Who is it?\n–“Me.”'],
      [
        ['?', 'Who is it?'],
        ['?', '“Me.”'],
      ],
    ],
    [
      'names after arrows',
      ['>> JOHN SMITH: Yes.', 'I do.', '>> No.'],
      [
        ['JOHN SMITH', 'Yes.'],
        ['', 'I do.'],
        ['?', 'No.'],
      ],
    ],
    [
      'names that recur',
      ['Ada: Hi.', 'Bob: Yes.', 'Ada: So.', 'Bob: Ah.', 'Ada: Oh.', 'Bob: No.'],
      [
        ['Ada', 'Hi.'],
        ['Bob', 'Yes.'],
        ['Ada', 'So.'],
        ['Bob', 'Ah.'],
        ['Ada', 'Oh.'],
        ['Bob', 'No.'],
      ],
    ],
    [
      'voice tags',
      ['<v Ada>Hello', '<v Ada>again', '<v Bob>Hi'],
      [
        ['Ada', 'Hello'],
        ['', 'again'],
        ['Bob', 'Hi'],
      ],
    ],
    [
      'two voice tags at once',
      ['<v Ada>Hello</v>\n<v Bob>Hi</v>'],
      [
        ['Ada', 'Hello'],
        ['Bob', 'Hi'],
      ],
    ],
    [
      'several people at once',
      [
        'ADA: Hi to you all.',
        'BEN: Yes.',
        'ADA: So.',
        'BEN: Ah.',
        'ADA AND BEN: Good night.',
        'ADA, BEN: Sleep well.',
        'ADA/BEN: Bye.',
      ],
      [
        ['ADA', 'Hi to you all.'],
        ['BEN', 'Yes.'],
        ['ADA', 'So.'],
        ['BEN', 'Ah.'],
        ['ADA AND BEN', 'Good night.'],
        ['ADA, BEN', 'Sleep well.'],
        ['ADA/BEN', 'Bye.'],
      ],
    ],
    [
      'names with directions',
      ['>> ADA (laughing): Hi.', '>> ADA [on the phone]: Yes.', '>> BEN SMITH (V.O.): No.'],
      [
        ['ADA', 'Hi.'],
        ['', 'Yes.'],
        ['BEN SMITH', 'No.'],
      ],
    ],
    [
      'an arrow before music',
      ['one', '>> [Music]', 'two'],
      [
        ['', 'one'],
        ['?', 'two'],
      ],
    ],
  ])('starts a segment at a change of speaker and removes the mark (%s)', (_, texts, expected) => {
    expect(turns(...texts)).toEqual(expected)
  })

  test.each(['-5 degrees - really', '-- and then', 'a -> b', 'Remember: always', 'at 10:30 we', '3 > 2'])(
    'does not start a segment within “%s”',
    text => {
      expect(turns(text)).toEqual([['', text]])
    },
  )

  it('distributes the time of a caption among its turns by length', () => {
    expect(parsed('- Yes yes.\n- No no no.').segments.map(s => [s.startMs, s.endMs])).toEqual([
      [0, 1182],
      [1182, 2000],
    ])
  })
})

describe('sounds', () => {
  test.each<[string, string, string[], Record<string, number>]>([
    ['[Music]', 'Hello.', ['Hello.'], { music: 1 }],
    ['(upbeat music)', 'Hello.', ['Hello.'], { 'upbeat music': 1 }],
    ['(sighs deeply) Well.', 'Yes. [Applause]', ['Well.', 'Yes.'], { 'sighs deeply': 1, applause: 1 }],
    ['what the [&nbsp;__&nbsp;] now', '*laughs* fine', ['what the now', 'fine'], { bleep: 1, laughs: 1 }],
    ['♪ la la ♪', '♪♪', ['la la'], { music: 1 }],
    ['(softly) Come here.', '[in French] Bonjour.', ['Come here.', 'Bonjour.'], { softly: 1, 'in french': 1 }],
    [
      '(DOOR SLAMS) Who is it?',
      'Well [PHONE RINGS] hello.',
      ['Who is it?', 'Well hello.'],
      { 'door slams': 1, 'phone rings': 1 },
    ],
    ['[♪♪♪]', 'Hello ♪', ['Hello'], { music: 1 }],
  ])('removes and counts the sounds in "%s" and "%s"', (first, second, texts, sounds) => {
    const outcome = parsed(first, second)
    expect(outcome.segments.map(segment => segment.text)).toEqual(texts)
    expect(outcome.sounds).toEqual(sounds)
  })

  test.each([
    '(and yes) That is so.',
    'The agency (NASA) said so.',
    '(Later that day) we met.',
    'We (the two of us) left.',
  ])('keeps the brackets in “%s”, which are not sounds', text => {
    expect(parsed(text)).toMatchObject({ segments: [{ text }], sounds: {} })
  })

  it('keeps the words in brackets that are not sounds', () => {
    const outcome = parsed('He said (and he meant it) that', '[the company] lies, 5 * 3 * 2.')
    expect(outcome.segments.map(s => s.text)).toEqual([
      'He said (and he meant it) that',
      'the company lies, 5 * 3 * 2.',
    ])
    expect(outcome.sounds).toEqual({})
  })

  it('treats all square brackets in automatic captions as sounds', () => {
    const outcome = parsed(
      'we<00:00:00.500><c> saw</c><00:00:01.000><c> [unknown</c><00:00:01.200><c> thing]</c><00:00:01.500><c> it</c>',
    )
    expect(outcome.segments).toMatchObject([
      { text: 'we saw it', words: [{ text: 'we' }, { text: 'saw' }, { text: 'it' }] },
    ])
  })
})

describe('segments', () => {
  it('ends a segment when the next one starts, or when its words must be over', () => {
    const file =
      '1\n00:00:01,000 --> 00:00:09,000\none\n\n2\n00:00:03,000 --> 00:05:00,000\ntwo words\n\n3\n00:06:00,000 --> 00:07:00,000\nthree\n'
    const outcome = parseCaptions(file)
    expect(outcome.kind === 'captions' && outcome.segments.map(s => [s.startMs, s.endMs])).toEqual([
      [1000, 3000],
      [3000, 15_000],
      [360_000, 371_000],
    ])
  })

  it('estimates the duration of segments without one from their words', () => {
    const outcome = parseCaptions(
      '<transcript><text start="1">one two three</text><text start="2">four</text></transcript>',
    )
    expect(outcome.kind === 'captions' && outcome.segments.map(s => [s.startMs, s.endMs])).toEqual([
      [1000, 2000],
      [2000, 2400],
    ])
  })

  it('keeps simultaneous segments of two speakers', () => {
    const file =
      '1\n00:00:01,000 --> 00:00:03,000\none\n\n2\n00:00:01,000 --> 00:00:03,000\ntwo\n\n3\n00:00:02,500 --> 00:00:04,000\nthree\n'
    const outcome = parseCaptions(file)
    expect(outcome.kind === 'captions' && outcome.segments.map(s => [s.startMs, s.endMs, s.text])).toEqual([
      [1000, 2500, 'one'],
      [1000, 2500, 'two'],
      [2500, 4000, 'three'],
    ])
  })
})

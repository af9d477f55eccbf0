import { describe, expect, it, test } from 'vitest'
import { readArguments, UsageError, usage } from './arguments.ts'

describe('arguments of npm run recap', () => {
  test.each([
    [['talk.vtt'], { input: 'talk.vtt', out: '.', json: false, audio: true, maxLength: 10_000 }],
    [['--no-audio', 'x', '--json'], { input: 'x', out: '.', json: true, audio: false, maxLength: 10_000 }],
    [['x', '--out=a b', '--max-length', '200'], { input: 'x', out: 'a b', json: false, audio: true, maxLength: 200 }],
    [['-1EJWsDYS5c', '--json'], { input: '-1EJWsDYS5c', out: '.', json: true, audio: true, maxLength: 10_000 }],
    [['--', '-talk.vtt'], { input: '-talk.vtt', out: '.', json: false, audio: true, maxLength: 10_000 }],
    [['--help', 'x'], null],
  ])('parses the arguments %j', (args, parsed) => {
    expect(readArguments(args)).toEqual(parsed)
  })

  const length = '--max-length must be a whole number of at least 200.'
  const folder = '--out needs a folder name.'
  test.each([
    [['x', '--colour'], 'Unknown option --colour. See npm run recap -- --help.'],
    [['x', '-q'], 'Unknown option -q. See npm run recap -- --help.'],
    [['x', '--json=yes'], '--json takes no value. See npm run recap -- --help.'],
    [['x', '--max-length'], length],
    [['x', '--max-length', '-1'], length],
    [['x', '--max-length', '0'], length],
    [['x', '--max-length', '199'], length],
    [['x', '--max-length', '0x200'], length],
    [['x', '--max-length', '1e400'], length],
    [['x', '--max-length', '9'.repeat(30)], length],
    [['x', '--out'], folder],
    [['x', '--out', ' '], folder],
    [['a', 'b'], 'Pass one video at a time. Put names with spaces in quotes.'],
  ])('rejects the arguments %j with one sentence', (args, sentence) => {
    expect(() => readArguments(args)).toThrow(new UsageError(sentence))
  })

  it('shows the usage when no video is given', () => {
    for (const args of [[], [' ']]) expect(() => readArguments(args)).toThrow(usage)
  })
})

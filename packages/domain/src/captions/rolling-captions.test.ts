import { describe, expect, it } from 'vitest'
import { parseCaptions } from './parse.ts'

/** The texts of the segments parsed from one cue per second, each with the text of a screen. */
const spokenTexts = (...screens: string[]) => {
  const cues = screens.map(
    (text, at) => `00:${String(at).padStart(2, '0')}.000 --> 00:${String(at + 1).padStart(2, '0')}.000\n${text}`,
  )
  const outcome = parseCaptions(`WEBVTT\n\n${cues.join('\n\n')}\n`)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.segments.map(segment => segment.text)
}

describe('rolling captions', () => {
  it('collapses two rolling lines with repeated screens in between', () => {
    expect(
      spokenTexts(
        ' \nhey my friends',
        'hey my friends\n ',
        'hey my friends\nhow are you',
        'how are you\n ',
        'how are you\nI hope well',
      ),
    ).toEqual(['hey my friends', 'how are you', 'I hope well'])
  })

  it('collapses three rolling lines', () => {
    expect(
      spokenTexts(
        'one two',
        'one two\nthree four',
        'one two\nthree four\nfive six',
        'three four\nfive six\nseven eight',
      ),
    ).toEqual(['one two', 'three four', 'five six', 'seven eight'])
  })

  it('joins a line that grows in the middle of words', () => {
    expect(
      spokenTexts(
        'we set sail',
        'we set sail\nWi',
        'we set sail\nWint',
        'we set sail\nWinter is over s',
        'we set sail\nWinter is over soon.',
        'Winter is over soon.\nWelcome',
      ),
    ).toEqual(['we set sail', 'Winter is over soon.', 'Welcome'])
  })

  it('keeps only the corrected form of a word that a live captioner corrects', () => {
    expect(
      spokenTexts(
        'the first line',
        'the first line\nand the sekond',
        'the first line\nand the second one',
        'and the second one\nlast of all',
      ),
    ).toEqual(['the first line', 'and the second one', 'last of all'])
  })

  it('keeps both occurrences of a line that is spoken twice', () => {
    expect(
      spokenTexts(
        'yes we can',
        'yes we can\nyes we can',
        'yes we can\n ',
        'yes we can\nno we cannot',
        'no we cannot\n ',
        'no we cannot\nwhy not then',
      ),
    ).toEqual(['yes we can', 'yes we can', 'no we cannot', 'why not then'])
  })

  it('treats text after a cleared screen as new', () => {
    expect(
      spokenTexts(
        'hello there all',
        'hello there all\nmy good friends',
        ' ',
        'hello there all',
        'hello there all\nonce again',
      ),
    ).toEqual(['hello there all', 'my good friends', 'hello there all', 'once again'])
  })
})

describe('captions that do not roll', () => {
  it('keeps repeated speech in captions that do not roll', () => {
    expect(spokenTexts('No.', 'No.', 'I said no.', 'Thank you.', 'Thank you.')).toEqual([
      'No.',
      'No.',
      'I said no.',
      'Thank you.',
      'Thank you.',
    ])
  })

  it('removes a long caption that was only redrawn', () => {
    const caption = 'This caption was drawn twice for a fade.'
    expect(spokenTexts('Before it.', caption, caption, 'After it.', 'And more.')).toEqual([
      'Before it.',
      caption,
      'After it.',
      'And more.',
    ])
  })
})

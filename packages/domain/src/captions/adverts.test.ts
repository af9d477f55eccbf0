import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'

const spokenText = (...texts: string[]) => {
  const cues = texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n`)
  const outcome = parseCaptions(cues.join('\n'))
  return outcome.kind === 'refused' ? outcome.reason : outcome.segments.map(segment => segment.text).join(' ')
}

describe('adverts in captions', () => {
  test.each([
    'Support us and become VIP member\nto remove all ads from www.OpenSubtitles.org',
    'Advertise your product or brand here\ncontact www.OpenSubtitles.org today',
    'Downloaded from YTS.MX',
    '-= [ ai.OpenSubtitles.com ] =-',
    '<font color="#ffff00">Subtitles by Somebody</font>',
    'Subtitles by the Amara.org community',
    '== sync, corrected by somebody99 ==\n@elsewhere',
    'Synced & corrected by Somebody\nwww.addic7ed.com',
    'Captioned by the National Institute of Captions',
    'Transcribed by https://otter.ai',
    'Translated by: Ada Lovelace',
    'https://example.org/subtitles',
    'www.example.com',
  ])('removes the advert %j', advert => {
    expect(spokenText('We begin.', advert, 'We end.')).toBe('We begin. We end.')
  })

  it('removes an advert from a caption that also contains speech', () => {
    expect(spokenText('We begin.\nSubtitles by Somebody', 'We end.')).toBe('We begin. We end.')
  })

  it('reports no_speech for captions that contain only adverts', () => {
    expect(spokenText('Downloaded from YTS.MX', 'www.example.com')).toBe('no_speech')
  })
})

describe('speech that resembles an advert', () => {
  test.each([
    'Translated by hand, the text took years.',
    'The subtitles by Ada were better.',
    'Today we look at OpenSubtitles.org and its captions.',
    'Go to example.com for more.',
    'Captions: are they any good?',
    'Transcription from DNA to RNA takes minutes.',
    'Corrections by the author came late.',
    'Sync your watches by nine.',
    'example.com',
  ])('keeps the speech %j', text => {
    expect(spokenText('We begin.', text, 'We end.')).toBe(`We begin. ${text} We end.`)
  })
})

import { describe, expect, it } from 'vitest'
import { chooseTrack, readableTracks } from './tracks.ts'

const manual = (languageCode: string) => ({ baseUrl: '', languageCode, vssId: `.${languageCode}` })
const auto = (languageCode: string) => ({ baseUrl: '', languageCode, vssId: `a.${languageCode}`, kind: 'asr' })
const chosen = (captionTracks: ReturnType<typeof manual>[], more: object = {}) =>
  chooseTrack({ captionTracks, ...more })?.vssId

describe('the track that is read', () => {
  it('is English by hand before English by machine, plain before regional', () => {
    expect(chosen([manual('de'), auto('en'), manual('en-GB'), manual('en')])).toBe('.en')
    expect(chosen([auto('en'), manual('en-GB')])).toBe('.en-GB')
    expect(chosen([manual('de'), auto('en')])).toBe('a.en')
  })

  it('is the original language where there is no English, by hand before by machine', () => {
    expect(chosen([manual('fr'), auto('de'), manual('de')])).toBe('.de')
    expect(chosen([manual('fr'), auto('de')])).toBe('a.de')
  })

  it('takes the original language from the default sound of a dubbed video', () => {
    const audioTracks = [{ captionTrackIndices: [0] }, { captionTrackIndices: [1], defaultCaptionTrackIndex: 1 }]
    expect(chosen([auto('es'), auto('ja')], { audioTracks, defaultAudioTrackIndex: 1 })).toBe('a.ja')
  })

  it('is not what was recognised in the dub of a machine, even where that is English and plays by default', () => {
    const audioTracks = [
      { audioTrackId: 'en.10', captionTrackIndices: [0, 1] },
      { audioTrackId: 'ja.4', captionTrackIndices: [0, 1] },
    ]
    expect(chosen([auto('en'), auto('ja')], { audioTracks, defaultAudioTrackIndex: 0 })).toBe('a.ja')
    expect(chosen([auto('en'), auto('ja'), manual('en')], { audioTracks, defaultAudioTrackIndex: 0 })).toBe('.en')
    const english = [{ audioTrackId: 'en-US.4', captionTrackIndices: [0] }]
    expect(chosen([auto('en')], { audioTracks: english })).toBe('a.en')
  })

  it('is the one shown by default where the recogniser is silent', () => {
    const audioTracks = [{ captionTrackIndices: [0, 1], defaultCaptionTrackIndex: 1 }]
    expect(chosen([manual('fr'), manual('it')], { audioTracks, defaultAudioTrackIndex: 0 })).toBe('.it')
  })

  it.each([
    ['in the label', { name: { simpleText: 'English - Twitch Chat' } }],
    ['in the label in parts', { name: { runs: [{ text: 'English - ' }, { text: 'Signs & songs' }] } }],
    ['by the creator', { trackName: 'Testing', name: { simpleText: 'English' } }],
    ['in the address', { baseUrl: '/api/timedtext?v=x&lang=en&name=Live+chat&kind=' }],
  ])('is not a chat, a test or signs, which is said %s', (_, more) => {
    const aside = { ...manual('en'), ...more }
    expect(chosen([aside, auto('en')])).toBe('a.en')
    expect(chosen([aside, auto('ja')])).toBe('a.ja')
    expect(chosen([aside])).toBeUndefined()
    expect(readableTracks({ captionTracks: [aside, auto('ja')] })).toEqual([{ language: 'ja', kind: 'auto' }])
  })

  it('is not in the language of a chat because that is shown by default', () => {
    const chat = { ...manual('es'), trackName: 'Chat' }
    const audioTracks = [{ captionTrackIndices: [0, 1, 2], defaultCaptionTrackIndex: 0 }]
    expect(chosen([chat, manual('es-419'), manual('fr')], { audioTracks: [{ captionTrackIndices: [0, 2] }] })).toBe(
      '.es-419',
    )
    expect(chosen([chat, manual('fr'), manual('it')], { audioTracks })).toBe('.fr')
  })

  it('is none where there is none', () => {
    expect(chooseTrack({})).toBeNull()
    expect(chooseTrack({ captionTracks: [] })).toBeNull()
  })
})

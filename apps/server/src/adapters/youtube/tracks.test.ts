import { describe, expect, it } from 'vitest'
import { chooseTrack } from './tracks.ts'

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

  it('is none where there is none', () => {
    expect(chooseTrack({})).toBeNull()
    expect(chooseTrack({ captionTracks: [] })).toBeNull()
  })
})

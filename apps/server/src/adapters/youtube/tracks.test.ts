import { describe, expect, it } from 'vitest'
import { chooseTrack, readableTracks } from './tracks.ts'

const manual = (languageCode: string) => ({ baseUrl: '', languageCode, vssId: `.${languageCode}` })
const auto = (languageCode: string) => ({ baseUrl: '', languageCode, vssId: `a.${languageCode}`, kind: 'asr' })
const chosen = (captionTracks: ReturnType<typeof manual>[], more: object = {}) =>
  chooseTrack({ captionTracks, ...more })?.vssId

describe('the choice of a caption track', () => {
  it('prefers manual to automatic English captions, and plain English to regional variants', () => {
    expect(chosen([manual('de'), auto('en'), manual('en-GB'), manual('en')])).toBe('.en')
    expect(chosen([auto('en'), manual('en-GB')])).toBe('.en-GB')
    expect(chosen([manual('de'), auto('en')])).toBe('a.en')
  })

  it('chooses captions in the original language if there are none in English, manual before automatic', () => {
    expect(chosen([manual('fr'), auto('de'), manual('de')])).toBe('.de')
    expect(chosen([manual('fr'), auto('de')])).toBe('a.de')
  })

  it('takes the original language from the default audio of a dubbed video', () => {
    const audioTracks = [{ captionTrackIndices: [0] }, { captionTrackIndices: [1], defaultCaptionTrackIndex: 1 }]
    expect(chosen([auto('es'), auto('ja')], { audioTracks, defaultAudioTrackIndex: 1 })).toBe('a.ja')
  })

  it('does not choose automatic captions of an automatic dub, even if it is English and plays by default', () => {
    const audioTracks = [
      { audioTrackId: 'en.10', captionTrackIndices: [0, 1] },
      { audioTrackId: 'ja.4', captionTrackIndices: [0, 1] },
    ]
    expect(chosen([auto('en'), auto('ja')], { audioTracks, defaultAudioTrackIndex: 0 })).toBe('a.ja')
    expect(chosen([auto('en'), auto('ja'), manual('en')], { audioTracks, defaultAudioTrackIndex: 0 })).toBe('.en')
    const english = [{ audioTrackId: 'en-US.4', captionTrackIndices: [0] }]
    expect(chosen([auto('en')], { audioTracks: english })).toBe('a.en')
  })

  it('chooses the caption track shown by default if there are no automatic captions', () => {
    const audioTracks = [{ captionTrackIndices: [0, 1], defaultCaptionTrackIndex: 1 }]
    expect(chosen([manual('fr'), manual('it')], { audioTracks, defaultAudioTrackIndex: 0 })).toBe('.it')
  })

  it.each([
    ['in its label', { name: { simpleText: 'English - Twitch Chat' } }],
    ['in a label of several parts', { name: { runs: [{ text: 'English - ' }, { text: 'Signs & songs' }] } }],
    ['by the creator', { trackName: 'Testing', name: { simpleText: 'English' } }],
    ['in its URL', { baseUrl: '/api/timedtext?v=x&lang=en&name=Live+chat&kind=' }],
  ])('does not choose a caption track that is named a chat, test or signs %s', (_, more) => {
    const aside = { ...manual('en'), ...more }
    expect(chosen([aside, auto('en')])).toBe('a.en')
    expect(chosen([aside, auto('ja')])).toBe('a.ja')
    expect(chosen([aside])).toBeUndefined()
    expect(readableTracks({ captionTracks: [aside, auto('ja')] })).toEqual([{ language: 'ja', kind: 'auto' }])
  })

  it('does not take the original language from a chat track that is shown by default', () => {
    const chat = { ...manual('es'), trackName: 'Chat' }
    const audioTracks = [{ captionTrackIndices: [0, 1, 2], defaultCaptionTrackIndex: 0 }]
    expect(chosen([chat, manual('es-419'), manual('fr')], { audioTracks: [{ captionTrackIndices: [0, 2] }] })).toBe(
      '.es-419',
    )
    expect(chosen([chat, manual('fr'), manual('it')], { audioTracks })).toBe('.fr')
  })

  it('chooses no caption track if the video has none', () => {
    expect(chooseTrack({})).toBeNull()
    expect(chooseTrack({ captionTracks: [] })).toBeNull()
  })
})

import { describe, expect, it, test } from 'vitest'
import { chooseCaptionTrack } from './caption-track.ts'

/** Tracks by YouTube's names: `a.en` is automatic, `en` is manual. */
const track = (name: string) =>
  name.startsWith('a.')
    ? ({ kind: 'auto', language: name.slice(2) } as const)
    : ({ kind: 'manual', language: name } as const)
const choose = (names: string, original?: string) => {
  const chosenTrack = chooseCaptionTrack(names.split(' ').filter(Boolean).map(track), original)
  return chosenTrack && `${chosenTrack.kind === 'auto' ? 'a.' : ''}${chosenTrack.language}`
}

describe('choosing among caption tracks', () => {
  test.each([
    ['manual English', 'a.en de en', 'en'],
    ['any manual English', 'a.en de en-GB', 'en-GB'],
    ['plain English before its variants', 'en-US en-GB en', 'en'],
    ['the original before its copy', 'a.en a.en-orig', 'a.en-orig'],
    ['automatic English before another language', 'de a.en', 'a.en'],
    ['automatic English even if German is spoken', 'de a.de a.en', 'a.en'],
    ['the manual original', 'fr de a.de', 'de'],
    ['a variant of the original', 'fr de-AT a.de', 'de-AT'],
    ['the automatic original', 'fr ja a.de', 'a.de'],
    ['the first if the original language is unknown', 'ja fr', 'ja'],
    ['no track if there are none', '', null],
  ])('chooses %s', (_, names, expected) => {
    expect(choose(names)).toBe(expected)
  })

  it('chooses the original language given by the caller', () => {
    expect(choose('ja fr de', 'fr-FR')).toBe('fr')
  })

  it('chooses another track if the original language has none', () => {
    expect(choose('ja fr', 'de')).toBe('ja')
  })
})

describe('caption tracks without the spoken words', () => {
  const spoken = { language: 'en', kind: 'auto' } as const
  const named = (name: string, language = 'en') => ({ language, kind: 'manual', name }) as const

  const partial = [
    ...['English - Twitch Chat', 'English - Live chat', 'English – YouTube Chat Replay', 'Chat', 'English - LIVECHAT'],
    ...[
      'English - Discord chat',
      'English - Viewer comments',
      'Japanese - チャット',
      'Chinese - 弹幕',
      'Korean - 채팅',
    ],
    ...[
      'English - Testing',
      'English - TEST 2',
      'English - test, please ignore',
      'German - Entwurf',
      'English - draft v2',
    ],
    ...['Russian - Тест', 'Chinese - 測試', 'English - do not use', 'Spanish - Prueba', 'English - asdf'],
    ...[
      'English - Forced',
      'English - Forced subtitles',
      'French - Forcés',
      'Spanish - Forzados',
      'German - Erzwungen',
    ],
    ...['Portuguese - Forçadas', 'English - Foreign parts only', 'English - FORCED NARRATIVE', 'Chinese - 强制'],
    ...[
      'English - Signs & Songs',
      'English - Signs/Songs',
      'English - Songs',
      'English - S&S',
      'German - Schilder und Lieder',
    ],
    ...['English - Signs only', 'Spanish - Carteles y canciones', 'French - Panneaux et chansons', 'English - Karaoke'],
    ...[
      'English - On-screen text',
      'Italian - Cartelli e canzoni',
      'Portuguese - Placas e músicas',
      'Russian - Надписи',
    ],
  ]
  const other = [
    ...[
      "English - Director's commentary",
      'English - Director’s Commentary',
      'English - Cast Commentary',
      'Commentary',
    ],
    ...['German - Regiekommentar', 'French - Commentaire du réalisateur', 'Spanish - Comentarios del director'],
    ...[
      'Italian - Commento del regista',
      'Russian - Комментарии режиссёра',
      'Japanese - 監督コメンタリー',
      'English - Notes',
    ],
    ...['English - Lyrics', 'English - Official lyrics', 'German - Songtext', 'French - Paroles', 'Japanese - 歌詞'],
    ...[
      'Turkish - Şarkı sözleri',
      'Russian - Текст песни',
      'Spanish - Letra',
      'Korean - 가사',
      'Arabic - كلمات الأغنية',
    ],
    ...['English - Audio description', 'English - AD', 'English - Descriptive audio', 'German - Hörfassung'],
    ...['French - Audiodescription', 'Spanish - Audiodescripción', 'Polish - Audiodeskrypcja', 'Japanese - 音声解説'],
  ]

  it.each([...partial, ...other])('prefers automatic captions to the track “%s”', name => {
    expect(chooseCaptionTrack([named(name), spoken])).toBe(spoken)
    const original = { language: 'de', kind: 'auto' } as const
    expect(chooseCaptionTrack([named(name), original], 'de')).toBe(original)
  })

  it.each([...partial, ...other])('prefers manual captions of the speech to the track “%s” in any order', name => {
    const words = named('English')
    expect(chooseCaptionTrack([named(name), words])).toBe(words)
    expect(chooseCaptionTrack([words, named(name)])).toBe(words)
    const french = named('French', 'fr')
    expect(chooseCaptionTrack([named(name), french])).toBe(french)
  })

  it.each(partial)('does not use the track “%s” even if it is the only one', name => {
    expect(chooseCaptionTrack([named(name)])).toBeNull()
  })

  it.each(other)('uses the track “%s” if no track has the spoken words', name => {
    const only = named(name)
    expect(chooseCaptionTrack([only])).toBe(only)
    expect(chooseCaptionTrack([named('English - Live chat'), only])).toBe(only)
  })

  it.each([
    ...[
      'English',
      'English (United Kingdom)',
      'English - SDH',
      'English [CC]',
      'English - for the deaf',
      'English - Default',
    ],
    ...['English - Dialogue, signs and songs', 'English - SDH with lyrics', 'English - no audio description', ''],
    ...['English - Fireside chat', 'English - Songs of the sea', 'English - A chat with Ada', 'English - Test Kitchen'],
    ...[
      'English - Taste test',
      'English - Final',
      'English - Reviewed by Ann',
      'English - Signs of life',
      'Chinese - 中文',
    ],
    ...['English - Live chat with Ada', 'English - Football live commentary', 'English - Adverbs', 'English - Attest'],
    ...[
      'English - How to write lyrics that people remember for years',
      'Serbian (Latin)',
      'Chinese (Simplified) - 字幕',
    ],
  ])('treats the track “%s” as speech and prefers it to automatic captions', name => {
    const track = named(name)
    expect(chooseCaptionTrack([spoken, track])).toBe(track)
  })

  it('classifies very long or odd track names quickly', () => {
    const startedAt = performance.now()
    for (const name of ['- '.repeat(200_000), '\u0301'.repeat(200_000), 'signs '.repeat(50_000), '\u0000 - chat'])
      chooseCaptionTrack([named(name), spoken])
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

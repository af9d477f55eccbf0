import { describe, expect, it, test } from 'vitest'
import { chooseCaptionTrack } from './caption-track.ts'

/** `a.en` is recognised, `en` written: the names that YouTube gives its tracks. */
const track = (name: string) =>
  name.startsWith('a.')
    ? ({ kind: 'auto', language: name.slice(2) } as const)
    : ({ kind: 'manual', language: name } as const)
const chosen = (names: string, original?: string) => {
  const found = chooseCaptionTrack(names.split(' ').filter(Boolean).map(track), original)
  return found && `${found.kind === 'auto' ? 'a.' : ''}${found.language}`
}

describe('of several caption tracks is chosen', () => {
  test.each([
    ['English by a person', 'a.en de en', 'en'],
    ['any English by a person', 'a.en de en-GB', 'en-GB'],
    ['plain English before its kinds', 'en-US en-GB en', 'en'],
    ['what was spoken before its copy', 'a.en a.en-orig', 'a.en-orig'],
    ['recognised English before another language', 'de a.en', 'a.en'],
    ['recognised English although German is spoken', 'de a.de a.en', 'a.en'],
    ['the original by a person', 'fr de a.de', 'de'],
    ['a kind of the original', 'fr de-AT a.de', 'de-AT'],
    ['the recognised original', 'fr ja a.de', 'a.de'],
    ['the first where nothing tells the original', 'ja fr', 'ja'],
    ['nothing of nothing', '', null],
  ])('%s', (_, names, expected) => {
    expect(chosen(names)).toBe(expected)
  })

  it('the original that the caller knows', () => {
    expect(chosen('ja fr de', 'fr-FR')).toBe('fr')
  })

  it('another where the original has none', () => {
    expect(chosen('ja fr', 'de')).toBe('ja')
  })
})

describe('a track that is named after something else than the spoken words', () => {
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

  it.each([...partial, ...other])('never wins over what the recogniser heard: %s', name => {
    expect(chooseCaptionTrack([named(name), spoken])).toBe(spoken)
    const original = { language: 'de', kind: 'auto' } as const
    expect(chooseCaptionTrack([named(name), original], 'de')).toBe(original)
  })

  it.each([...partial, ...other])('never wins over the words that a person wrote, wherever it stands: %s', name => {
    const words = named('English')
    expect(chooseCaptionTrack([named(name), words])).toBe(words)
    expect(chooseCaptionTrack([words, named(name)])).toBe(words)
    const french = named('French', 'fr')
    expect(chooseCaptionTrack([named(name), french])).toBe(french)
  })

  it.each(partial)('is not read either where it is the only one, as it has few of the words or none: %s', name => {
    expect(chooseCaptionTrack([named(name)])).toBeNull()
  })

  it.each(other)('is read where it is the only one, as it is a text about the video: %s', name => {
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
  ])('is not meant by “%s”, which wins over the recogniser', name => {
    const track = named(name)
    expect(chooseCaptionTrack([spoken, track])).toBe(track)
  })

  it('is recognised however long or odd its name is', () => {
    const startedAt = performance.now()
    for (const name of ['- '.repeat(200_000), '\u0301'.repeat(200_000), 'signs '.repeat(50_000), '\u0000 - chat'])
      chooseCaptionTrack([named(name), spoken])
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

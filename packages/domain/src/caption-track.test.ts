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

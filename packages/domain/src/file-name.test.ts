import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileName } from './file-name.ts'

const byteLength = (name: string) => new TextEncoder().encode(name).byteLength
const family = '👩‍👩‍👧‍👦'

describe('file names', () => {
  it.each([
    ['Why bread goes stale', 'Why bread goes stale.md'],
    ['AC/DC: "Live" <2024> | 50% * a\\b?', 'AC DC Live 2024 50 a b.md'],
    ['../../etc/passwd', 'etc passwd.md'],
    ['C:\\Windows\\system.ini', 'C Windows system.ini.md'],
    ['a\u0000b\u0007c\r\nd', 'a b c d.md'],
    ['photo\u202Egnp.exe', 'photognp.exe.md'],
    ['.hidden', 'hidden.md'],
    ['The end ... ', 'The end.md'],
    ['CON', '_CON.md'],
    ['nul', '_nul.md'],
    ['com1.txt', '_com1.txt.md'],
    ['LPT9 .tar.gz', '_LPT9 .tar.gz.md'],
    ['aux.', '_aux.md'],
    ['COM¹', '_COM¹.md'],
    ['conin$', '_conin$.md'],
    ['Convoy, console, com10', 'Convoy, console, com10.md'],
    ['com10', 'com10.md'],
    ['Cafe\u0301', 'Café.md'],
    ['', 'summary.md'],
    ['   ', 'summary.md'],
    ['..', 'summary.md'],
    ['???', 'summary.md'],
    ['\u200b\u2060', 'summary.md'],
    ['\u0301\u0301', 'summary.md'],
    ['\ud83d', '\ufffd.md'],
  ])('turns the title %j into the file name %j', (title, name) => expect(fileName(title, 'md', 'summary')).toBe(name))

  it('truncates long file names between visible characters, below 255 bytes', () => {
    const families = fileName(family.repeat(40), 'epub', 'summary')
    expect(families).toBe(`${family.repeat(9)}.epub`)
    expect(fileName('🇮🇹'.repeat(100), 'md', 'summary')).toMatch(/^(🇮🇹)+\.md$/u)
    expect(fileName('नि'.repeat(100), 'md', 'summary')).toMatch(/^(नि)+\.md$/u)
    expect(fileName('각'.normalize('NFD').repeat(100), 'md', 'summary')).toMatch(/^각+\.md$/)
    expect(fileName('x'.repeat(300), 'md', 'summary')).toBe(`${'x'.repeat(80)}.md`)
    expect(fileName(`a${'\u0301'.repeat(500)}`, 'md', 'summary')).toBe('summary.md')
    expect(fileName(`${'x'.repeat(79)} y. z`, 'md', 'summary')).toBe(`${'x'.repeat(79)}.md`)
  })

  it('creates file names that are valid on every system for any title', () => {
    const piece = fc.constantFrom(
      ...'aA0 .…/\\:*?"<>|%;\u0000\u001f\u007f\u202e',
      'CON',
      'nul',
      'com1',
      family,
      'é',
      '漢',
      '\ud800',
    )
    const title = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.array(piece, { maxLength: 200 }).map(all => all.join('')),
    )
    fc.assert(
      fc.property(title, fc.constantFrom('md', 'epub'), (text, extension) => {
        const name = fileName(text, extension, 'summary')
        expect(byteLength(name)).toBeLessThan(255)
        expect(name.isWellFormed()).toBe(true)
        expect(name).not.toMatch(/[\p{Cc}\\/:*?"<>|]|^[\s.]|[\s.]$|\.{1}$|^\.|[\s.]\.(?:md|epub)$/u)
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\s*\./i)
        expect(name.length).toBeGreaterThan(extension.length + 1)
      }),
      { numRuns: 1000 },
    )
  })
})

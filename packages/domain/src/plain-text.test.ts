import { describe, expect, it } from 'vitest'
import { plainLine, plainText } from './plain-text.ts'

describe('text from external sources', () => {
  it('turns text with line breaks and control characters into a single line', () => {
    expect(plainLine('  A\r\nBcc: x\u0000\u0085\tB\u2028C ')).toBe('A Bcc: x B C')
  })

  it('keeps letters, HTML and emoji unchanged [ASVS 1.1.1]', () => {
    const title = 'What <img src=x> does — 你好, שלום 👩‍🚀'
    expect(plainLine(title)).toBe(title)
  })

  it('removes characters that change the reading direction [ASVS 1.3.3]', () => {
    expect(plainLine('photo\u202Egnp.exe')).toBe('photognp.exe')
  })

  it('keeps the line breaks of a description', () => {
    expect(plainText('one\r\ntwo\u0007\n\n0:00 three\r')).toBe('one\ntwo \n\n0:00 three')
  })

  it('truncates long text without splitting a character [ASVS 1.3.3]', () => {
    expect(plainLine('𝄞'.repeat(1_000)).length).toBeLessThanOrEqual(300)
    expect(plainLine(`${'a'.repeat(299)}𝄞`)).toBe(`${'a'.repeat(299)}\uFFFD`)
    expect(plainText('a'.repeat(100_000))).toHaveLength(20_000)
  })
})

import { describe, expect, it } from 'vitest'
import { emailKey, emailPattern } from './email-address.ts'

describe('email addresses', () => {
  it.each([
    'ada@example.com',
    "o'hara+news@sub.example.co.uk",
    'jörg@example.com',
    'info@münchen.example',
    '用户@例え.jp',
    'иван@пример.рф',
    'δοκιμή@παράδειγμα.ελ',
    'संपर्क@उदाहरण.भारत',
    'مثال@مثال.مصر',
    'ada@xn--mnchen-3ya.example',
    'ada@xn--e1afmkfd.xn--p1ai',
    '𠮷@example.com',
    'zoe\u0308@example.com',
  ])('accepts the email address %s', address => expect(emailPattern.test(address)).toBe(true))

  it.each([
    '',
    '@',
    'ada',
    'ada@',
    'ada@localhost',
    '@example.com',
    'ada@@example.com',
    'ada@example..com',
    '.ada@example.com',
    'ada.@example.com',
    'ada @example.com',
    'ada@exam ple.com',
    'ada@example.com\r\nBcc: all@example.com',
    'ada@-example.com',
    'ada@example.c',
    '<ada@example.com>',
    'ada\u200b@example.com',
    'ada\u202e@example.com',
    'ada\u00a0@example.com',
    'ada@example\u3000.com',
    'ada＠example.com',
    'ada@example．com',
    'ada\ufeff@example.com',
  ])('rejects %j as an email address', address => expect(emailPattern.test(address)).toBe(false))

  it('checks very long email addresses in linear time', () => {
    const startedAt = performance.now()
    for (const piece of ['a.', 'é', '@', '-', 'a-', '.é'])
      for (const end of ['', '@', '@b', '@b.c!']) emailPattern.test(piece.repeat(20_000) + end)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})

describe('email keys', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['info@MÜNCHEN.example', 'info@xn--mnchen-3ya.example'],
    ['info@mu\u0308nchen.example', 'info@xn--mnchen-3ya.example'],
    ['info@XN--MNCHEN-3YA.example', 'info@xn--mnchen-3ya.example'],
    ['JÖRG@example.com', 'jörg@example.com'],
    ['jo\u0308rg@example.com', 'jörg@example.com'],
    ['Иван@ПРИМЕР.рф', 'иван@xn--e1afmkfd.xn--p1ai'],
    ['no address', 'no address'],
    ['a@\u0301', 'a@\u0301'],
  ])('normalizes the email address %j to the key %j', (address, key) => expect(emailKey(address)).toBe(key))

  it('keeps the keys of different email addresses different', () => {
    const keys = ['jorg@example.com', 'jörg@example.com', 'joerg@example.com', 'jörg@exämple.com'].map(emailKey)
    expect(new Set(keys).size).toBe(4)
  })
})

import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'

const spokenTexts = (bytes: Uint8Array) => {
  const outcome = parseCaptions(bytes)
  return outcome.kind === 'refused' ? outcome.reason : outcome.segments.map(segment => segment.text)
}
const srt = (lines: readonly string[]) =>
  lines.map((text, at) => `${at + 1}\r\n00:00:0${at},000 --> 00:00:0${at},900\r\n${text}\r\n`).join('\r\n')

/** Encodes a text in a single-byte encoding by inverting the decoder's table. */
const encode = (text: string, encoding: string): Uint8Array => {
  const decoder = new TextDecoder(encoding)
  const table = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Uint8Array.from(text, letter => table.get(letter) ?? 63)
}
const czech = [
  'Vařím vodu a čekám, až začne vřít.',
  'Příliš žluťoučký kůň úpěl ďábelské ódy.',
  'Nikdo by jej neměl pít s mlékem.',
]
const russian = ['Мы кипятим воду и ждём.', 'Потом кладём чай в чайник.', 'Никто не пьёт его с молоком.']
const chinese = ['我们把水烧开，然后等待。', '然后把茶叶放进壶里。', '谁都不应该加牛奶。']

describe('text encodings', () => {
  test.each<[string, readonly string[], string]>([
    ['Czech', czech, 'windows-1250'],
    ['Polish', ['Gotuję wodę i czekam, aż się zagotuje.', 'Zażółć gęślą jaźń, łódka płynie w górę.'], 'windows-1250'],
    ['Russian', russian, 'windows-1251'],
    ['Unix Russian', russian, 'koi8-r'],
    [
      'French',
      ['Où êtes-vous allés après l’été ?', 'Ça, c’est à côté de la forêt.', '“Déjà vu”, dit-elle.'],
      'windows-1252',
    ],
    ['Greek', ['Βράζουμε το νερό και περιμένουμε.', 'Κανείς δεν το πίνει με γάλα.'], 'windows-1253'],
    ['Turkish', ['Şimdi çayı koyuyoruz ve bekliyoruz.', 'Güneş doğuyor, ağaçlar yeşil, değil mi?'], 'windows-1254'],
    ['Hebrew', ['אנחנו מרתיחים מים ומחכים לתה.', 'אף אחד לא שותה אותו עם חלב.'], 'windows-1255'],
    ['Arabic', ['نغلي الماء وننتظر ثم نضع الأوراق.', 'لا أحد يشربه مع الحليب.'], 'windows-1256'],
  ])('decodes %s captions in %s', (_, lines, encoding) => {
    expect(spokenTexts(encode(srt(lines), encoding))).toEqual(lines)
  })

  it('decodes English captions with a few Windows characters', () => {
    const lines = ['It’s “hers” – or so…', 'The café costs 5 €.']
    expect(spokenTexts(encode(srt(lines), 'windows-1252'))).toEqual(lines)
  })

  test.each([
    ['English', ['We boil the water.', 'Then we wait.']],
    ['Russian', russian],
    ['Chinese', chinese],
  ])('decodes %s captions in UTF-16 and UTF-32', (_, lines) => {
    const littleEndian = Buffer.from(srt(lines), 'utf16le')
    const bigEndian = Buffer.from(srt(lines), 'utf16le').swap16()
    const utf32 = Buffer.concat(
      [...`\uFEFF${srt(lines)}`].map(letter => {
        const four = Buffer.alloc(4)
        four.writeUInt32LE(letter.codePointAt(0) ?? 0)
        return four
      }),
    )
    for (const bytes of [littleEndian, bigEndian, utf32, Buffer.from(utf32).swap32()])
      expect(spokenTexts(new Uint8Array(bytes))).toEqual(lines)
    expect(spokenTexts(Uint8Array.of(0xff, 0xfe, ...Buffer.from(srt(lines), 'utf16le')))).toEqual(lines)
  })

  it('rejects the bytes of a video', () => {
    const video = Uint8Array.from({ length: 8_000 }, (_, at) =>
      at % 2 ? (at % 14 === 1 ? 0 : (at * 31) % 251) : (at * 7_919) % 253,
    )
    expect(spokenTexts(video)).toBe('unreadable')
  })
})

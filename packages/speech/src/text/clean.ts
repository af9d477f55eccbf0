const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' }
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻'
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'

/**
 * Removes everything that is only visual from a written word: Markdown and HTML markup, link addresses, emoji, control characters. The
 * variants of quotes, dashes, digits and fractions are normalised: ' " - – — … ^2 1/2.
 */
export function cleanWord(written: string): string {
  return (
    written
      .replace(/&(amp|lt|gt|quot|apos|#39|nbsp);/g, (_, name: string) => ENTITIES[name]!)
      .replace(/<\/?[a-z][a-z0-9]*\/?>/gi, '')
      .replace(/\]\([^)\s]*\)/g, '')
      .replace(/\p{Cc}\[[\d;]*m/gu, '')
      .replace(/[\p{Cc}\p{Cf}]|\u{FE0F}|\u{20E3}/gu, '')
      .replace(/\p{Emoji_Presentation}|(?![©®™\u2190-\u21ff])\p{Extended_Pictographic}|\p{Emoji_Modifier}/gu, '')
      .replace(/\p{Regional_Indicator}/gu, '')
      .replace(/(?<=\d)\*\*(?=\d)/g, '^')
      .replace(/`+|~~|\*\*+|__+/g, '')
      .replace(/^([^\w*]*)[*_](?=\w)|(?<=[\w.,;:!?)])[*_](?=[^\w*]*$)/g, '$1')
      .replace(/^(#{1,6}|[>*•]+)$/, '')
      .replace(/[\uFF01-\uFF5E]/g, wide => wide.normalize('NFKC'))
      .replace(/[‘’‛′ʼ´]/g, "'")
      .replace(/[“”„‟″«»]/g, '"')
      .replace(/[‐‑⁃−]/g, '-')
      .replace(/>=(?=\d)/g, '≥')
      .replace(/<=(?=\d)/g, '≤')
      .replace(/№/g, '#')
      .replace(/U\.S\.(?=\$)/g, 'US')
      .replace(/(?<=[€£$])\d{1,3}(?:\.\d{3}){2,}(?![\d.])/g, sum => sum.replaceAll('.', ''))
      .replace(/[〜∼⁓]/g, '~')
      .replace(/[℃℉㎀-㏟]/g, unit => unit.normalize('NFKC'))
      // "1.234,56" and "1'234.56" are the German and Swiss forms of 1,234.56.
      .replace(/(?<![\d,.])\d{1,3}(?:\.\d{3})+,\d{1,2}(?![\d,.]*\d)/g, sum => sum.replaceAll('.', '').replace(',', '.'))
      .replace(/(?<=\d)'(?=\d{3}(?!\d))/g, '')
      // A comma before the last one or two digits is a decimal comma: "€9,99", "1,5".
      .replace(/(?<![\d,.[(])(\d{1,3}),(\d{1,2})(?![\d,.]*[\d)\]])/g, '$1.$2')
      .replace(/[―⸺\u2190-\u21ff]|--+|->|=>/g, '—')
      .replace(/\.{2,}/g, '…')
      .replace(/µ/g, 'μ')
      .replace(/(?<=\d)[º˚]/g, '°')
      .replace(/(\d?)([¼-¾⅐-⅞])/g, (_, whole: string, fraction: string) => {
        return `${whole && `${whole} `}${fraction.normalize('NFKD').replace('⁄', '/')}`
      })
      .replace(
        /⁻?[⁰¹²³⁴-⁹]+/g,
        power => `^${[...power].map(digit => '0123456789-'[SUPERSCRIPTS.indexOf(digit)]).join('')}`,
      )
      .replace(/[₀-₉]/g, digit => String(SUBSCRIPTS.indexOf(digit)))
  )
}

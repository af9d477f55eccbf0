import type { CSSProperties } from 'react'

/** Light colors of the web app, as inline styles: most mail programs drop style sheets. */
const font =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", "Liberation Sans", Arial, sans-serif'

export const styles = {
  page: { backgroundColor: '#fffbf9', fontFamily: font, margin: 0, padding: '24px 12px' },
  hidden: { display: 'none', overflow: 'hidden', maxHeight: 0, maxWidth: 0, opacity: 0 },
  card: {
    backgroundColor: '#ffffff',
    border: '1px solid #e7d9d3',
    borderRadius: '12px',
    maxWidth: '560px',
    padding: '28px 28px 20px',
    // Text from outside may contain words that are longer than the line.
    wordBreak: 'break-word',
  },
  name: { color: '#b3261e', fontSize: '18px', fontWeight: 700, lineHeight: '24px', margin: '0 0 20px' },
  eyebrow: { color: '#66554e', fontSize: '14px', lineHeight: '20px', margin: '0 0 4px' },
  title: { color: '#1f1714', fontSize: '22px', fontWeight: 700, lineHeight: '30px', margin: '0 0 12px' },
  paragraph: { color: '#1f1714', fontSize: '16px', lineHeight: '25px', margin: '0 0 16px' },
  facts: { margin: '0 0 16px' },
  fact: { color: '#1f1714', fontSize: '16px', lineHeight: '25px', margin: '0 0 4px' },
  factName: { color: '#66554e' },
  note: { color: '#66554e', fontSize: '14px', lineHeight: '21px', margin: '0 0 12px' },
  button: {
    backgroundColor: '#c62828',
    borderRadius: '8px',
    color: '#ffffff',
    fontSize: '16px',
    fontWeight: 600,
    lineHeight: '24px',
    margin: '4px 0 16px',
    padding: '11px 22px',
  },
  link: { color: '#b3261e', textDecoration: 'underline' },
  address: { color: '#66554e', textDecoration: 'underline', wordBreak: 'break-all' },
  rule: { border: 'none', borderTop: '1px solid #e7d9d3', margin: '20px 0 14px' },
  foot: { color: '#66554e', fontSize: '13px', lineHeight: '20px', margin: '0 0 6px' },
  footLink: { color: '#66554e', textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>

/** Overrides the inline styles on narrow screens and in dark mode. Mail programs that invert colors themselves leave these alone. */
export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.at { background-color: #fdecea; border-radius: 6px; font-size: 14px; padding: 1px 7px; text-decoration: none; white-space: nowrap; }
@media (max-width: 480px) {
  .page, .page > table > tbody > tr > td { padding-left: 6px !important; padding-right: 6px !important; }
  .card { padding: 22px 18px 16px !important; }
}
@media (prefers-color-scheme: dark) {
  .page, .page td { background-color: #161110 !important; }
  .card, .card td { background-color: #1f1817 !important; }
  .card { border-color: #3d312e !important; }
  .name, .link { color: #ff8a80 !important; }
  .text { color: #f6edea !important; }
  .foot { color: #c3b1aa !important; }
  .rule { border-top-color: #3d312e !important; }
  .side { border-left-color: #3d312e !important; }
  .at { background-color: #3a1a1a !important; }
  .button { background-color: #e5484d !important; color: #1a0505 !important; }
}
`

interface StyleChange {
  what: string
  /** Whether the comparison must detect it. */
  isFault: boolean
  /** Modifies each style sheet. */
  spoil(sheet: string): string
}

const withRules = (rules: string) => (sheet: string) => `${sheet}\n${rules}`

/** Changes that test the comparison of screens. */
export const styleChanges: readonly StyleChange[] = [
  { what: 'a missing style sheet', isFault: true, spoil: () => '' },
  {
    what: 'a moved bar',
    isFault: true,
    spoil: withRules(
      '.public-frame__header { order: 9; } .page-header { top: 3rem !important; } .side-menu { left: 3rem !important; }',
    ),
  },
  {
    what: 'a wrong color',
    isFault: true,
    spoil: withRules(':root { --primary: #1e40af !important; --primary-soft: #1e40af !important; }'),
  },
  {
    what: 'another font',
    isFault: false,
    spoil: withRules(':root { --font: "DejaVu Sans", Verdana, serif !important; }'),
  },
]

interface Spoil {
  what: string
  /** Whether the comparison has to see it. */
  isFault: boolean
  /** What becomes of each style sheet. */
  spoil(sheet: string): string
}

const withRules = (rules: string) => (sheet: string) => `${sheet}\n${rules}`

/** What the comparison of screens is tried with. */
export const spoils: readonly Spoil[] = [
  { what: 'a missing style sheet', isFault: true, spoil: () => '' },
  {
    what: 'a bar that has moved',
    isFault: true,
    spoil: withRules(
      '.public-frame__header { order: 9; } .page-header { top: 3rem !important; } .side-menu { left: 3rem !important; }',
    ),
  },
  {
    what: 'a wrong colour',
    isFault: true,
    spoil: withRules(':root { --primary: #1e40af !important; --primary-soft: #1e40af !important; }'),
  },
  {
    what: 'another font',
    isFault: false,
    spoil: withRules(':root { --font: "DejaVu Sans", Verdana, serif !important; }'),
  },
]

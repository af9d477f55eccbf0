/** Spoken forms of signs before a number. */
export const SIGNS = new Map<string, string>(
  Object.entries({
    '-': 'minus',
    '+': 'plus',
    '±': 'plus or minus',
    '~': 'about',
    '≈': 'about',
    '<': 'less than',
    '>': 'more than',
    '≤': 'at most',
    '≥': 'at least',
    '#': 'number',
    '§': 'section',
    '×': 'times',
  }),
)

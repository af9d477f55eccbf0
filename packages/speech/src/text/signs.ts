/** Signs before a number, as they are said. */
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

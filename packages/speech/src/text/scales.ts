/** Words that multiply the number before them. */
const SCALE_WORDS = new Set(['hundred', 'thousand', 'million', 'billion', 'trillion', 'mn', 'bn', 'tn'])

export function isScaleWord(core: string): boolean {
  return SCALE_WORDS.has(core.toLowerCase())
}

const SUFFIXES = new Map<string, string>(
  Object.entries({
    k: 'thousand',
    m: 'million',
    mn: 'million',
    b: 'billion',
    bn: 'billion',
    t: 'trillion',
    tn: 'trillion',
  }),
)

/** "k" → "thousand", "bn" → "billion". Returns '' for undefined, and words unchanged. */
export function expandScale(suffix: string | undefined): string {
  const key = suffix?.toLowerCase() ?? ''
  return SUFFIXES.get(key) ?? key
}

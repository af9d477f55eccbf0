/** Deeper than the nesting of any transcript. */
const MAX_DEPTH = 32

/** Parses JSON, which may have a prefix such as `)]}'`. Null if it is invalid or nested too deeply. */
export const parseJson = (text: string): unknown => {
  const json = text.slice(Math.max(0, text.search(/[{[]/)))
  try {
    return isDeeperThan(json, MAX_DEPTH) ? null : JSON.parse(json)
  } catch {
    return null
  }
}

/** Checked first, because the parser needs seconds and gigabytes for millions of unclosed brackets. */
const isDeeperThan = (json: string, limit: number): boolean => {
  let depth = 0
  let isString = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (isString && character === '\\') at++
    else if (character === '"') isString = !isString
    else if (!isString && (character === '{' || character === '[')) depth++
    else if (!isString && (character === '}' || character === ']')) depth--
    if (depth > limit) return true
  }
  return false
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

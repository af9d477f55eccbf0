/** Deeper than any transcript nests. */
const MAX_DEPTH = 32

/** The JSON in a text, which may have a few letters before it (`)]}'`); `null` where it is none or nests too deep. */
export const parseJson = (text: string): unknown => {
  const json = text.slice(Math.max(0, text.search(/[{[]/)))
  try {
    return isDeeperThan(json, MAX_DEPTH) ? null : JSON.parse(json)
  } catch {
    return null
  }
}

/** Millions of open brackets cost the parser seconds and gigabytes before it finds that they never close. */
const isDeeperThan = (json: string, limit: number): boolean => {
  let depth = 0
  let isString = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (isString && sign === '\\') at++
    else if (sign === '"') isString = !isString
    else if (!isString && (sign === '{' || sign === '[')) depth++
    else if (!isString && (sign === '}' || sign === ']')) depth--
    if (depth > limit) return true
  }
  return false
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

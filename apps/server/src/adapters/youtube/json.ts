/** Parses bytes as JSON; undefined if they are not valid JSON. */
export const parseJson = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}

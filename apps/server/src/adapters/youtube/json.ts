/** The JSON value that bytes hold; undefined where they hold none. */
export const jsonIn = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}

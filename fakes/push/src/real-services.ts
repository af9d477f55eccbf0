/** The push services of real browsers. */
const services =
  /^(fcm\.googleapis\.com|[\w.-]+\.(push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com))$/
const passed = ['authorization', 'content-encoding', 'content-type', 'ttl', 'topic', 'urgency']

export const isRealService = (host: string, path: string): boolean =>
  services.test(host) && !path.startsWith('/v1/projects/')

/** Passes a message on to the push service of a real browser: whoever allowed messages in the demo is shown them. Its status. */
export async function passOn(
  host: string,
  path: string,
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
): Promise<number> {
  try {
    const answer = await fetch(`https://${host}${path}`, {
      method: 'POST',
      headers: passed.flatMap(name => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])) as [
        string,
        string,
      ][],
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(8_000),
    })
    return answer.status
  } catch {
    return 503
  }
}

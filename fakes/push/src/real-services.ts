const browserPushHosts =
  /^(fcm\.googleapis\.com|[\w.-]+\.(push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com))$/
const forwardedHeaders = ['authorization', 'content-encoding', 'content-type', 'ttl', 'topic', 'urgency']

export const isRealService = (host: string, path: string): boolean =>
  browserPushHosts.test(host) && !path.startsWith('/v1/projects/')

/** Forwards a message to a real browser's push service, for notifications in the demo. Returns its status; 503 if unreachable. */
export async function forwardToRealService(
  host: string,
  path: string,
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
): Promise<number> {
  try {
    const answer = await fetch(`https://${host}${path}`, {
      method: 'POST',
      headers: forwardedHeaders.flatMap(name => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])) as [
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

/** The supported compressions, best first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/**
 * The available encoding that an `Accept-Encoding` header prefers (RFC 9110 §12.5.3); null for no compression. If the client
 * gives two encodings the same weight, the smaller form is sent.
 */
export function chooseEncoding(header: string | undefined, available: ReadonlySet<Encoding>): Encoding | null {
  const weights = parseWeights(header ?? '')
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  return encodings
    .filter(encoding => available.has(encoding) && weightOf(encoding) > 0 && weightOf(encoding) >= plain)
    .reduce<Encoding | null>((best, next) => (best && weightOf(best) >= weightOf(next) ? best : next), null)
}

function parseWeights(header: string): Map<string, number> {
  const weights = header.split(',').map(part => {
    const [name = '', ...parameters] = part.split(';').map(word => word.trim().toLowerCase())
    const weight = parameters.find(parameter => parameter.startsWith('q='))
    return [name, weight ? Number(weight.slice(2)) || 0 : 1] as const
  })
  return new Map(weights)
}

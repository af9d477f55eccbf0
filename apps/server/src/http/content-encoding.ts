/** The forms of a text beside the plain one, the smallest first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/**
 * The encoding that an `Accept-Encoding` header asks for among those there are (RFC 9110 §12.5.3); null for the plain
 * form. Where the client weighs two alike, the smaller is sent.
 */
export function encodingFor(header: string | undefined, there: ReadonlySet<Encoding>): Encoding | null {
  const weights = weightsOf(header ?? '')
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  return encodings
    .filter(encoding => there.has(encoding) && weightOf(encoding) > 0 && weightOf(encoding) >= plain)
    .reduce<Encoding | null>((best, next) => (best && weightOf(best) >= weightOf(next) ? best : next), null)
}

function weightsOf(header: string): Map<string, number> {
  const weights = header.split(',').map(part => {
    const [name = '', ...parameters] = part.split(';').map(word => word.trim().toLowerCase())
    const weight = parameters.find(parameter => parameter.startsWith('q='))
    return [name, weight ? Number(weight.slice(2)) || 0 : 1] as const
  })
  return new Map(weights)
}

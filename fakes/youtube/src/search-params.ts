const types = { 1: 'video', 2: 'channel', 3: 'playlist' } as const

/**
 * The type filter in a search's `params`: base64 of a protobuf message whose field 2 (filters) is a message with the type in its
 * field 2. Empty for an unfiltered search.
 */
export const parseSearchType = (params: string): (typeof types)[keyof typeof types] | '' => {
  const message = Buffer.from(decodeParams(params), 'base64')
  const filters = fieldsOf(message).find(([number]) => number === 2)?.[1]
  if (!(filters instanceof Uint8Array)) return ''
  const type = fieldsOf(filters).find(([number]) => number === 2)?.[1]
  return type === 1 || type === 2 || type === 3 ? types[type] : ''
}

/** Decodes params, which may be percent-encoded. */
export const decodeParams = (params: string): string => {
  try {
    return decodeURIComponent(params)
  } catch {
    return params
  }
}

/** Parses the varint and length-delimited fields of a protobuf message; stops at any other wire type. */
const fieldsOf = (message: Uint8Array): [number, number | Uint8Array][] => {
  const fields: [number, number | Uint8Array][] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; at < message.length && shift < 49; shift += 7) {
      const byte = message[at++]!
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) break
    }
    return value
  }
  while (at < message.length) {
    const tag = varint()
    const wire = tag & 7
    if (wire === 0) fields.push([tag >>> 3, varint()])
    else if (wire === 2) {
      const size = varint()
      fields.push([tag >>> 3, message.subarray(at, at + size)])
      at += size
    } else break
  }
  return fields
}

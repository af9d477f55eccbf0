/**
 * Reads server-sent events (WHATWG HTML §9.2) from a `fetch` body, because `EventSource` can't send a bearer token and tokens
 * don't belong in URLs. Yields the name and data of each event. Comments are yielded with `name: ''`, so that the caller knows
 * that the connection is alive.
 */
export interface StreamedEvent {
  name: string
  data: string
}

export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let buffer = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      // A CR at the end of a chunk may be half of a CR LF, so keep it for the next chunk.
      const text = buffer + value
      const parsable = text.endsWith('\r') ? text.slice(0, -1) : text
      const blocks = parsable.replace(/\r\n?/g, '\n').split('\n\n')
      buffer = (blocks.pop() ?? '') + text.slice(parsable.length)
      for (const block of blocks) yield parseBlock(block)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function parseBlock(block: string): StreamedEvent {
  const data: string[] = []
  let name = ''
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
  return { name: data.length > 0 ? name || 'message' : '', data: data.join('\n') }
}

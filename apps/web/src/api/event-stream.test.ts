import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEvents, type StreamedEvent } from './event-stream.ts'

const stream =
  ': hello\n\nevent: summary\ndata: {"id":1,"title":"Grün"}\n\n: \r\n\r\nevent: summary\r\ndata: two\r\ndata: lines\r\n\r\ndata: bare\n\n'
const events: StreamedEvent[] = [
  { name: '', data: '' },
  { name: 'summary', data: '{"id":1,"title":"Grün"}' },
  { name: '', data: '' },
  { name: 'summary', data: 'two\nlines' },
  { name: 'message', data: 'bare' },
]

async function readAll(chunks: Uint8Array[]): Promise<StreamedEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const read: StreamedEvent[] = []
  for await (const event of readEvents(body)) read.push(event)
  return read
}

test('readEvents yields the same events wherever the network splits the stream', async () => {
  const bytes = new TextEncoder().encode(stream)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async cuts => {
      const bounds = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const chunks = bounds.slice(1).map((end, index) => bytes.slice(bounds[index], end))
      expect(await readAll(chunks)).toEqual(events)
    }),
  )
})

test('readEvents ignores an incomplete event at the end of the stream', async () => {
  expect(await readAll([new TextEncoder().encode('event: summary\ndata: half')])).toEqual([])
})

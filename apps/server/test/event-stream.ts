import type { SummaryEvent } from '@recaps/contract'

export interface EventStreamReader {
  status: number
  /** Events received so far. */
  events: SummaryEvent[]
  /** Resolves when the stream ends, whichever side ended it. */
  ended: Promise<void>
  close(): void
}

/** Reads a user's event stream, like the app, until either side ends it. */
export async function readEventStream(url: string, token: string): Promise<EventStreamReader> {
  const stop = new AbortController()
  const answer = await fetch(`${url}/api/summaries/events`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  const events: SummaryEvent[] = []
  return { status: answer.status, events, ended: read(answer, events), close: () => stop.abort() }
}

async function read(answer: Response, events: SummaryEvent[]): Promise<void> {
  try {
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream()))
      for (const line of chunk.split('\n')) if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)))
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
  }
}

import type { Client, Summary, SummaryState } from '@recaps/contract'

/** Repeats a call until its answer fits. Throws with the last answer after `timeoutMs`. */
export async function eventually<T>(
  ask: () => Promise<T>,
  fits: (answer: T) => boolean,
  timeoutMs = 60_000,
): Promise<T> {
  const until = performance.now() + timeoutMs
  // Often at first, then less often: the API allows a user 600 calls a minute, and one attempt can make several.
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.25, 500)) {
    const answer = await ask()
    if (fits(answer)) return answer
    if (performance.now() > until)
      throw new Error(`Condition not met after ${timeoutMs} ms. Last answer: ${JSON.stringify(answer).slice(0, 600)}`)
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
}

/** Waits until the summary is in one of the states. */
export const untilState = (client: Client, id: number, ...states: SummaryState[]): Promise<Summary> =>
  eventually(
    () => client.summaries.detail({ params: { id } }),
    summary => states.includes(summary.state),
    120_000,
  )

export const youtube = 'youtube' as const

/** Requests a summary and waits for its text. */
export async function readableSummary(client: Client, urlOrId: string): Promise<Summary> {
  const { id } = await client.summaries.request({ body: { urlOrId, type: youtube } })
  return await untilState(client, id, 'readable', 'ready')
}

/** The status, code and message of a refused call. Throws if the call succeeds. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ status: number; code: string | undefined; error: string | undefined }> {
  const { ApiError } = await import('@recaps/contract')
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, code: error.body?.code, error: error.body?.error }
    throw error
  }
  throw new Error('The call was not refused')
}

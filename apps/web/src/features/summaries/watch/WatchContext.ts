import { createContext, useContext } from 'react'

interface Watch {
  isGenerating: boolean
  /** Sets the generating flag. Call `succeeded` with the response of the request, or `failed` to clear the flag. */
  begin(): { succeeded(summary: { createdAt: string }): void; failed(): void }
}

/** In its own file, so that pages that request summaries do not load the event stream code. */
export const WatchContext = createContext<Watch>({
  isGenerating: false,
  begin: () => ({ succeeded() {}, failed() {} }),
})

export const useSummaryWatch = () => useContext(WatchContext)

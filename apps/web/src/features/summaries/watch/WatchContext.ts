import { createContext, useContext } from 'react'

interface Watch {
  isGenerating: boolean
  /** Sets the generating flag; give the answer of the request as soon as it is there, or take the flag back. */
  begin(): { asked(entry: { createdAt: string }): void; refused(): void }
}

/** Apart from what follows them, so that a page that asks for summaries need not bring it. */
export const WatchContext = createContext<Watch>({ isGenerating: false, begin: () => ({ asked() {}, refused() {} }) })

export const useSummaryWatch = () => useContext(WatchContext)

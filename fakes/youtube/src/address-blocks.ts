import { type Answer, html, json } from './answer.ts'
import { botCheck } from './faults.ts'
import { captchaPage } from './pages/error-pages.ts'
import type { FakeRequest, Question } from './question.ts'

/** Blocks network addresses, as YouTube blocks those of data centres, and counts requests per address. */
export interface FakeAddressBlocks {
  /** Requests from this address get a bot check in place of a player answer, and a captcha in place of captions. */
  block(address: string): void
  unblock(address: string): void
  /** Number of requests by address. */
  counts(): Readonly<Record<string, number>>
  /** Number of player requests by address. */
  playerCounts(): Readonly<Record<string, number>>
}

export const createAddressBlocks = (): FakeAddressBlocks & {
  refusal(question: Question, request: FakeRequest): Answer | undefined
} => {
  const blocked = new Set<string>()
  const counts: Record<string, number> = {}
  const players: Record<string, number> = {}
  return {
    block: address => void blocked.add(address),
    unblock: address => void blocked.delete(address),
    counts: () => ({ ...counts }),
    playerCounts: () => ({ ...players }),
    refusal(question, { from }) {
      counts[from] = (counts[from] ?? 0) + 1
      if (question.op === 'player') players[from] = (players[from] ?? 0) + 1
      if (!blocked.has(from)) return undefined
      if (question.op === 'player') return json(botCheck)
      return question.op === 'timedtext' ? html(captchaPage, 429) : undefined
    },
  }
}

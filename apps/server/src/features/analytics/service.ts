import type { CountedEvent } from '@recaps/contract/analytics'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Analytics } from '../../ports/analytics.ts'
import type { Metrics } from '../../telemetry/metrics.ts'

export interface CountingDeps {
  limits: Limits
  metrics: Metrics
  /** Undefined: nothing is counted. */
  provider: Analytics | undefined
  publicUrl: string
}

/** What is known of a visitor; who it is, is not asked. */
export interface Visitor {
  /** For the limit alone: it stays here. */
  network: string
  /** What may be told of where they are. */
  shortNetwork: string | null
  userAgent: string
  /** Their browser says no for them (Global Privacy Control). */
  refuses: boolean
}

/** Browsers stay well below it. */
const longestUserAgent = 300

export function createCounting({ limits, metrics, provider, publicUrl }: CountingDeps) {
  return {
    /** Passes an event on without waiting for what becomes of it. */
    async count({ page, step }: CountedEvent, { network, shortNetwork, userAgent, refuses }: Visitor): Promise<void> {
      if (!provider) throw new AppError('not_found')
      await limits.take('analytics', network)
      if (refuses) return
      const visit = { url: `${publicUrl}${page}`, step: step ?? null, network: shortNetwork }
      void provider.count({ ...visit, userAgent: userAgent.slice(0, longestUserAgent) }).then(metrics.eventCounted)
    },
  }
}

export type Counting = ReturnType<typeof createCounting>

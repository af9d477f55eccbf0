import type { CountedEvent } from '@recaps/contract/analytics'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Analytics } from '../../ports/analytics.ts'
import type { Metrics } from '../../telemetry/metrics.ts'

export interface VisitCounterDeps {
  limits: Limits
  metrics: Metrics
  /** Undefined disables counting. */
  provider: Analytics | undefined
  publicUrl: string
}

/** Facts about a visit. Does not identify the visitor. */
export interface AnalyticsVisitor {
  /** Used only for rate limiting; never sent to the provider. */
  network: string
  /** Address of the visitor's network, shortened so that it may be sent to the provider; null if unknown. */
  shortNetwork: string | null
  userAgent: string
  /** True if the browser sends Global Privacy Control. */
  hasOptedOut: boolean
}

/** Real browsers send far shorter ones. */
const maxUserAgentLength = 300

export function createVisitCounter({ limits, metrics, provider, publicUrl }: VisitCounterDeps) {
  return {
    /** Sends the event to the provider without waiting for the outcome. */
    async count(
      { page, step }: CountedEvent,
      { network, shortNetwork, userAgent, hasOptedOut }: AnalyticsVisitor,
    ): Promise<void> {
      if (!provider) throw new AppError('not_found')
      await limits.take('analytics', network)
      if (hasOptedOut) return
      const visit = { url: `${publicUrl}${page}`, step: step ?? null, network: shortNetwork }
      void provider.count({ ...visit, userAgent: userAgent.slice(0, maxUserAgentLength) }).then(metrics.visitCounted)
    },
  }
}

export type VisitCounter = ReturnType<typeof createVisitCounter>

import { analytics as contract } from '@recaps/contract/analytics'
import { shortNetwork } from '../../http/client-address.ts'
import type { Router } from '../../http/router.ts'
import type { VisitCounter } from './service.ts'

export function bindAnalytics({ bind }: Router, counting: VisitCounter, trustedProxies: number): void {
  bind(contract.count, async ({ body }, { network, context }) => {
    await counting.count(body, {
      network,
      shortNetwork: shortNetwork(context, trustedProxies),
      userAgent: context.req.header('user-agent') ?? 'unknown',
      hasOptedOut: context.req.header('sec-gpc') === '1',
    })
    return undefined
  })
}

import { Banner } from '../../../ui/Banner.tsx'
import { dayAndTime } from '../../../ui/time.ts'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { texts } from './texts.ts'

/** What is left of this month, and when it starts again by the reader's own clock. */
export function QuotaLine() {
  const { data } = useEntitlement()
  if (!data) return <p className="quota-line" />
  const { remaining, limit, resetsAt } = data.month
  const resets = texts.resets(dayAndTime(resetsAt))
  if (remaining <= 0) {
    return (
      <Banner tone="warning">
        {texts.spent} It {resets}.
      </Banner>
    )
  }
  return (
    <p className="quota-line">
      <span>{texts.quota(remaining, limit)}</span> <span>{resets}</span>
    </p>
  )
}

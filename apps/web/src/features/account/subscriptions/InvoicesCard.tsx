import type { Invoice } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { sum } from '../../../ui/money.ts'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { day } from '../../../ui/time.ts'
import { useInvoices } from './queries.ts'
import { texts } from './texts.ts'

const words = texts.invoices
/** As many stand in view before the others unfold. */
const shownAtFirst = 6

/** What was charged and given back, newest first. Their pages at the payment service take payments too. */
export function InvoicesCard({ hasLinks }: { hasLinks: boolean }) {
  const invoices = useInvoices(true)
  const [isUnfolded, setUnfolded] = useState(false)
  if (invoices.data?.length === 0) return null
  const shown = isUnfolded ? invoices.data : invoices.data?.slice(0, shownAtFirst)
  return (
    <Card title={words.title}>
      {invoices.isPending && (
        <Skeleton label={words.loading}>
          <Bone height="3.5rem" />
        </Skeleton>
      )}
      {invoices.isError && !invoices.data && (
        <PartFailed of={invoices} retry={words.retry} tone="warning">
          {words.failed}
        </PartFailed>
      )}
      {shown && (
        <ul className="invoices" aria-label={words.title}>
          {shown.map(invoice => (
            <Row key={invoice.id} invoice={hasLinks ? invoice : { ...invoice, url: null }} />
          ))}
        </ul>
      )}
      {invoices.data && shown && shown.length < invoices.data.length && (
        <Button isWide onClick={() => setUnfolded(true)}>
          {words.showAll(invoices.data.length)}
        </Button>
      )}
    </Card>
  )
}

function Row({ invoice }: { invoice: Invoice }) {
  const { createdAt, amount, refunded, currency, status, subscriptionId, number, url } = invoice
  const date = day(createdAt)
  const facts = [
    subscriptionId && planById(subscriptionId).title,
    status === 'partly_refunded' ? words.partlyRefunded(sum(refunded, currency)) : words.status[status],
  ]
  return (
    <li className="invoice">
      <div className="invoice__words">
        <p className="invoice__date">{date}</p>
        <p className="invoice__facts" data-trouble={status === 'failed' || status === 'open' ? '' : undefined}>
          {facts.filter(Boolean).join(' · ')}
          {number && (
            <>
              {' · '}
              <span className="invoice__number">{number}</span>
            </>
          )}
        </p>
      </div>
      <p className="invoice__amount">{sum(amount, currency)}</p>
      {url && (
        <a
          className="icon-button"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          title={words.openOf(date)}
          aria-label={words.openOf(date)}
        >
          <Icon name="external" />
        </a>
      )}
    </li>
  )
}

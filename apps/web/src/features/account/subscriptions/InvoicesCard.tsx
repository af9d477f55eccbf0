import type { Invoice } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { useState } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { sum } from '../../../ui/money.ts'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { day } from '../../../ui/time.ts'
import { useInvoices } from './queries.ts'
import { texts } from './texts.ts'

const words = texts.invoices
/** As many stand in view before the others unfold. */
const shownAtFirst = 6

/** What was charged and given back, newest first. */
export function InvoicesCard() {
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
        <Banner
          tone="warning"
          action={
            <Button kind="quiet" isSmall onClick={() => invoices.refetch()}>
              {words.retry}
            </Button>
          }
        >
          {words.failed}
        </Banner>
      )}
      {shown && (
        <ul className="invoices" aria-label={words.title}>
          {shown.map(invoice => (
            <Row key={invoice.id} invoice={invoice} />
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

import type { Invoice } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { formatAmount } from '../../../ui/money.ts'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { formatDay } from '../../../ui/time.ts'
import { useInvoices } from './queries.ts'
import { texts } from './texts.ts'

const invoiceTexts = texts.invoices
/** How many invoices are shown until the user expands the list. */
const initialCount = 6

/**
 * Invoices, newest first. They link to the payment service, where open ones can be paid; the phone apps must not show such
 * links.
 */
export function InvoicesCard({ hasLinks }: { hasLinks: boolean }) {
  const invoices = useInvoices(true)
  const [isExpanded, setExpanded] = useState(false)
  if (invoices.data?.length === 0) return null
  const shown = isExpanded ? invoices.data : invoices.data?.slice(0, initialCount)
  return (
    <Card title={invoiceTexts.title}>
      {invoices.isPending && (
        <Skeleton label={invoiceTexts.loading}>
          <Bone height="3.5rem" />
        </Skeleton>
      )}
      {invoices.isError && !invoices.data && (
        <PartFailed query={invoices} retry={invoiceTexts.retry} tone="warning">
          {invoiceTexts.failed}
        </PartFailed>
      )}
      {shown && (
        <ul className="invoices" aria-label={invoiceTexts.title}>
          {shown.map(invoice => (
            <InvoiceRow key={invoice.id} invoice={hasLinks ? invoice : { ...invoice, url: null }} />
          ))}
        </ul>
      )}
      {invoices.data && shown && shown.length < invoices.data.length && (
        <Button isWide onClick={() => setExpanded(true)}>
          {invoiceTexts.showAll(invoices.data.length)}
        </Button>
      )}
    </Card>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { createdAt, amount, refunded, currency, status, subscriptionId, number, url } = invoice
  const date = formatDay(createdAt)
  const facts = [
    subscriptionId && planById(subscriptionId).title,
    status === 'partly_refunded'
      ? invoiceTexts.partlyRefunded(formatAmount(refunded, currency))
      : invoiceTexts.status[status],
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
      <p className="invoice__amount">{formatAmount(amount, currency)}</p>
      {url && (
        <a
          className="icon-button"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          title={invoiceTexts.openOf(date)}
          aria-label={invoiceTexts.openOf(date)}
        >
          <Icon name="external" />
        </a>
      )}
    </li>
  )
}

import { invoiceOf } from '../billing/invoices.ts'
import { dayOf, escaped, money, type PageCall, sendHtml } from './page.ts'

/** Invoice and receipt pages: `/i/in_…`, `/i/in_…/pdf` and `/receipts/pi_…`. */
export function answerReceipt({ account, response, path }: PageCall): void {
  const [, kind, id = ''] = path.split('/')
  const intent = account.paymentIntents.get(id)
  const invoice = kind === 'i' ? account.invoices.get(id) : intent && invoiceOf(account, intent)
  if (!invoice) return void sendHtml(response, 'Not found', '<h1>Unknown invoice</h1>', 404)
  const rows = invoice.lines.data.map(
    ({ description, amount, currency }) =>
      `<tr><td>${escaped(description ?? '')}</td><td>${escaped(money(amount, currency))}</td></tr>`,
  )
  const title = kind === 'i' ? `Invoice ${invoice.number ?? ''}` : `Receipt for invoice ${invoice.number ?? ''}`
  sendHtml(
    response,
    title,
    `<h1>${escaped(title)}</h1><p>${escaped(dayOf(invoice.created))}, ${escaped(invoice.status ?? '')}</p>
<table>${rows.join('')}<tr><th>Total</th><th>${escaped(money(invoice.total, invoice.currency))}</th></tr></table>`,
  )
}

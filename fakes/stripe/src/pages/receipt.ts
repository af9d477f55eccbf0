import { findInvoice } from '../billing/invoices.ts'
import { escapeHtml, formatDate, formatMoney, type PageCall, sendHtml } from './page.ts'

/** Invoice and receipt pages: `/i/in_…`, `/i/in_…/pdf` and `/receipts/pi_…`. */
export function serveReceipt({ account, response, path }: PageCall): void {
  const [, kind, id = ''] = path.split('/')
  const intent = account.paymentIntents.get(id)
  const invoice = kind === 'i' ? account.invoices.get(id) : intent && findInvoice(account, intent)
  if (!invoice) return void sendHtml(response, 'Not found', '<h1>Unknown invoice</h1>', 404)
  const rows = invoice.lines.data.map(
    ({ description, amount, currency }) =>
      `<tr><td>${escapeHtml(description ?? '')}</td><td>${escapeHtml(formatMoney(amount, currency))}</td></tr>`,
  )
  const title = kind === 'i' ? `Invoice ${invoice.number ?? ''}` : `Receipt for invoice ${invoice.number ?? ''}`
  sendHtml(
    response,
    title,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(formatDate(invoice.created))}, ${escapeHtml(invoice.status ?? '')}</p>
<table>${rows.join('')}<tr><th>Total</th><th>${escapeHtml(formatMoney(invoice.total, invoice.currency))}</th></tr></table>`,
  )
}

import type { Movement } from '../../../ports/payments.ts'
import type { Period } from './period.ts'

/** The money that moved for these periods, oldest first. What somebody of the family paid is not its user's. */
export const movementsOf = (periods: readonly Period[]): Movement[] =>
  periods
    .filter(({ price, inAppOwnershipType }) => price > 0 && inAppOwnershipType !== 'FAMILY_SHARED')
    .flatMap(ofPeriod)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())

function ofPeriod(period: Period): Movement[] {
  const { transactionId, price, purchaseDate, expiresDate, currency, revocationDate, revocationType } = period
  const id = `apple:${transactionId}`
  const charge: Movement = {
    ...{ id, kind: 'charge', amountCents: cents(price), currency: currency.toLowerCase(), at: purchaseDate },
    ...{ invoiceId: null, periodStart: purchaseDate, periodEnd: expiresDate },
  }
  if (!revocationDate || revocationType === 'FAMILY_REVOKE') return [charge]
  const amountCents = cents((price * period.revocationPercentage) / 100_000)
  return [charge, { ...charge, id: `${id}:refund`, kind: 'refund', amountCents, at: revocationDate }]
}

/** Of thousandths of a currency. */
export const cents = (milliunits: number): number => Math.round(milliunits / 10)

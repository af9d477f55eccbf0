import type { Movement } from '../../../ports/payments.ts'
import type { Period } from './period.ts'

/** Movements of these periods, oldest first. Skips family-shared periods, which another family member paid. */
export const appleMovements = (periods: readonly Period[]): Movement[] =>
  periods
    .filter(({ price, inAppOwnershipType }) => price > 0 && inAppOwnershipType !== 'FAMILY_SHARED')
    .flatMap(movementsOfPeriod)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())

function movementsOfPeriod(period: Period): Movement[] {
  const { transactionId, price, purchaseDate, expiresDate, currency, revocationDate, revocationType } = period
  const id = `apple:${transactionId}`
  const charge: Movement = {
    ...{
      id,
      kind: 'charge',
      amountCents: centsFromMilliunits(price),
      currency: currency.toLowerCase(),
      at: purchaseDate,
    },
    ...{ invoiceId: null, periodStart: purchaseDate, periodEnd: expiresDate },
  }
  if (!revocationDate || revocationType === 'FAMILY_REVOKE') return [charge]
  const amountCents = centsFromMilliunits((price * period.revocationPercentage) / 100_000)
  return [charge, { ...charge, id: `${id}:refund`, kind: 'refund', amountCents, at: revocationDate }]
}

/** Converts thousandths of a currency unit to cents. */
export const centsFromMilliunits = (milliunits: number): number => Math.round(milliunits / 10)

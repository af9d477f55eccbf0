import { randomBytes, randomInt } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** A purchase token in Google Play's format: `kpdm….AO-J1O…`. */
export const newToken = (): string =>
  `${Array.from({ length: 24 }, () => letters[randomInt(26)]).join('')}.AO-J1O${randomBytes(60).toString('base64url')}`

const digits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0')

/** An order id such as `GPA.1234-5678-9012-34567`. Renewals append a number to the id of the first order. */
export const newOrderId = (): string => `GPA.${digits(4)}-${digits(4)}-${digits(4)}-${digits(5)}`

export const renewalId = (first: string, count: number): string => `${first}..${count}`

/** A message id in Pub/Sub's format. */
export const newMessageId = (): string => digits(8) + digits(8)

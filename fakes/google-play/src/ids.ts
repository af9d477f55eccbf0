import { randomBytes, randomInt } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** As Google Play writes the token of a purchase: `kpdm….AO-J1O…`. */
export const newToken = (): string =>
  `${Array.from({ length: 24 }, () => letters[randomInt(26)]).join('')}.AO-J1O${randomBytes(60).toString('base64url')}`

const digits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0')

/** `GPA.1234-5678-9012-34567`; the renewals of a purchase have its first order's id and a number from 0 on. */
export const newOrderId = (): string => `GPA.${digits(4)}-${digits(4)}-${digits(4)}-${digits(5)}`

export const renewalId = (first: string, count: number): string => `${first}..${count}`

/** As Pub/Sub numbers messages. */
export const newMessageId = (): string => digits(8) + digits(8)

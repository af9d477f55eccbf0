import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id in Stripe's format: `sub_1QkZ…`. */
export const newId = (prefix: string): string => `${prefix}_1${randomLetters(23)}`

/** Client secret of an intent. It starts with the id of the intent. */
export const newSecret = (id: string): string => `${id}_secret_${randomLetters(25)}`

export const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')

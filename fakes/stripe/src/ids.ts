import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id as Stripe writes them: `sub_1QkZ…`. */
export const newId = (prefix: string): string => `${prefix}_1${randomLetters(23)}`

/** The secret of an intent begins with the intent's own id. */
export const newSecret = (id: string): string => `${id}_secret_${randomLetters(25)}`

export const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')

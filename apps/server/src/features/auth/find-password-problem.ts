import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The 10,000 most used passwords with at least eight characters, most of them from leaks. NOTICE names the source. */
const common = new Set(
  readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trim()
    .split('\n'),
)

/** Returns why a new password is rejected: it is commonly used, or too easy to guess for this account. */
export function findPasswordProblem(
  password: string,
  about: { email: string; productName: string },
): 'password_too_common' | null {
  const plain = normalize(password)
  const guessable = [about.email, about.email.split('@')[0]!, about.productName].map(normalize)
  // The address or product name with only digits and punctuation around it.
  // [ASVS 6.2.11]
  const isGuessable = guessable.some(
    word => word !== '' && plain.includes(word) && !/\p{L}/u.test(plain.replace(word, '')),
  )
  return common.has(plain) || isGuessable || new Set(plain).size === 1 ? 'password_too_common' : null
}

const normalize = (text: string): string => text.normalize('NFKC').toLowerCase()

import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The 10,000 most used passwords of at least eight characters, most of them from leaks; NOTICE says where they are from. */
const common = new Set(
  readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trim()
    .split('\n'),
)

/** Why a new password is not taken: it is among the first that are guessed, for anybody or for this account. */
export function refusePassword(
  password: string,
  about: { email: string; productName: string },
): 'password_too_common' | null {
  const plain = bare(password)
  const own = [about.email, about.email.split('@')[0]!, about.productName].map(bare)
  // The word itself, with nothing but figures and signs around it.
  // [ASVS 6.2.11]
  const isOwn = own.some(word => word !== '' && plain.includes(word) && !/\p{L}/u.test(plain.replace(word, '')))
  return common.has(plain) || isOwn || new Set(plain).size === 1 ? 'password_too_common' : null
}

const bare = (text: string): string => text.normalize('NFKC').toLowerCase()

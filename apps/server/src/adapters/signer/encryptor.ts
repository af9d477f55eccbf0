// [ASVS 11.2.1]
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Encryptor } from '../../ports/encryptor.ts'

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM with a key derived from the secret. Format: `base64url(iv ‖ tag ‖ ciphertext)`. */
export function aesEncryptor(secret: string): Encryptor {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'recaps/sealed', 32))
  return {
    encrypt(text) {
      const iv = randomBytes(ivBytes)
      // [ASVS 11.3.2]
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      // [ASVS 11.3.3]
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.byteLength < ivBytes + tagBytes) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      try {
        return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}

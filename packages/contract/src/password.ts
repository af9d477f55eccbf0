import { z } from 'zod'

/** At most 256 characters: a longer one is no safer and costs hashing time. */
export const newPassword = z
  .string()
  .min(8, { error: 'Password must be at least 8 characters' })
  .max(256, { error: 'Password must be at most 256 characters' })

import { z } from 'zod'

/** At most 256 characters: a longer password is no safer and takes longer to hash. */
export const newPassword = z
  .string()
  .min(8, { error: 'Password must be at least 8 characters' })
  .max(256, { error: 'Password must be at most 256 characters' })

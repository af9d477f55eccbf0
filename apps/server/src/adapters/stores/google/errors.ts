import { z } from 'zod'
import { ProviderError } from '../../../errors.ts'

/** Google could not be asked, or said nothing of the purchase. */
export const unavailable = (
  detail: string,
  { retryable = true, retryAt }: { retryable?: boolean; retryAt?: Date | undefined } = {},
): ProviderError =>
  new ProviderError({
    ...{ provider: 'google-play', code: 'payment_unavailable', retryable, detail },
    ...(retryAt ? { retryAt } : {}),
  })

const word = z.string().regex(/^\w{1,60}$/)
const refusal = z.object({
  error: z.object({ status: word.optional().catch(undefined), errors: z.array(z.object({ reason: word })).catch([]) }),
})

/** Google's codes for what went wrong. Its messages may quote what was sent, so they are not kept. */
export function reasonOf(body: unknown): string {
  const { error } = refusal.safeParse(body).data ?? {}
  return error?.errors[0]?.reason ?? error?.status ?? ''
}

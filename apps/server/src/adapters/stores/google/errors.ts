import { z } from 'zod'
import { ProviderError } from '../../../errors.ts'

/** The error for an unreachable Google or an unusable response. */
export const googleUnavailable = (
  detail: string,
  { retryable = true, retryAt }: { retryable?: boolean; retryAt?: Date | undefined } = {},
): ProviderError =>
  new ProviderError({
    ...{ provider: 'google-play', code: 'payment_unavailable', retryable, detail },
    ...(retryAt ? { retryAt } : {}),
  })

const codeText = z.string().regex(/^\w{1,60}$/)
const errorBody = z.object({
  error: z.object({
    status: codeText.optional().catch(undefined),
    errors: z.array(z.object({ reason: codeText })).catch([]),
  }),
})

/** Google's error code, or ''. Its messages may quote the request, so they are dropped. */
export function errorReason(body: unknown): string {
  const { error } = errorBody.safeParse(body).data ?? {}
  return error?.errors[0]?.reason ?? error?.status ?? ''
}

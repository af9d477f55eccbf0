import { z } from 'zod'
import type { Store, StoreMessage } from '../../../ports/payments.ts'
import { type AppleStoreConfig, type EnvironmentName, environmentsOf } from './config.ts'
import type { PlanOf } from './purchase.ts'
import type { SignedData } from './signed.ts'

const posted = z.object({ signedPayload: z.string() })
const head = z.object({
  notificationUUID: z.string().min(1).max(100),
  notificationType: z.string().max(100),
  subtype: z.string().max(100).optional(),
})

/** Version 2 of Apple's server notifications. Which app and environment one is for is signed, too. */
export function messages(config: AppleStoreConfig, planOf: PlanOf, signed: SignedData): Store['readMessage'] {
  /** Null where it is about none of our products: a test, another product, a summary. */
  async function receiptIn(transaction: string | undefined, environment: EnvironmentName): Promise<string | null> {
    const said = transaction === undefined ? null : await signed.transaction(transaction, environment)
    return said?.productId && planOf(said.productId) ? (said.originalTransactionId ?? null) : null
  }

  return async (body): Promise<StoreMessage | null> => {
    const jws = signedIn(body)
    if (jws === null) return null
    for (const environment of environmentsOf(config)) {
      const message = await signed.message(jws, environment)
      const told = head.safeParse(message).data
      if (told) {
        const type = [told.notificationType, told.subtype].filter(Boolean).join('.')
        const receipt = await receiptIn(message?.data?.signedTransactionInfo, environment)
        return { id: told.notificationUUID, type, receipt }
      }
    }
    return null
  }
}

function signedIn(body: Uint8Array): string | null {
  try {
    return posted.safeParse(JSON.parse(Buffer.from(body).toString('utf8'))).data?.signedPayload ?? null
  } catch {
    return null
  }
}

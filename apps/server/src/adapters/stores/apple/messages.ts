import { z } from 'zod'
import type { Store, StoreMessage } from '../../../ports/payments.ts'
import { type AppleStoreConfig, type EnvironmentName, enabledEnvironments } from './config.ts'
import type { PlanForProduct } from './purchase.ts'
import type { SignedData } from './signed-data.ts'

const notificationBody = z.object({ signedPayload: z.string() })
const notificationHeader = z.object({
  notificationUUID: z.string().min(1).max(100),
  notificationType: z.string().max(100),
  subtype: z.string().max(100).optional(),
})

/** Parses App Store Server Notifications V2. App and environment are part of the signed data. */
export function appleMessageReader(
  config: AppleStoreConfig,
  planOf: PlanForProduct,
  signed: SignedData,
): Store['readMessage'] {
  /** Null for notifications about none of our products, such as tests or bulk renewal extensions. */
  async function receiptFrom(jws: string | undefined, environment: EnvironmentName): Promise<string | null> {
    const transaction = jws === undefined ? null : await signed.transaction(jws, environment)
    return transaction?.productId && planOf(transaction.productId) ? (transaction.originalTransactionId ?? null) : null
  }

  return async (body): Promise<StoreMessage | null> => {
    const jws = signedPayloadFrom(body)
    if (jws === null) return null
    for (const environment of enabledEnvironments(config)) {
      const message = await signed.message(jws, environment)
      const header = notificationHeader.safeParse(message).data
      if (header) {
        const type = [header.notificationType, header.subtype].filter(Boolean).join('.')
        const receipt = await receiptFrom(message?.data?.signedTransactionInfo, environment)
        return { id: header.notificationUUID, type, receipt }
      }
    }
    return null
  }
}

function signedPayloadFrom(body: Uint8Array): string | null {
  try {
    return notificationBody.safeParse(JSON.parse(Buffer.from(body).toString('utf8'))).data?.signedPayload ?? null
  } catch {
    return null
  }
}

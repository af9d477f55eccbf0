import type { ResponseBodyV2DecodedPayload } from '@apple/app-store-server-library'
import type { Chain } from './certificates.ts'
import { signJws } from './jws.ts'
import type { Notification, Renewal, Shop, Transaction } from './shop.ts'

export type Signer = ReturnType<typeof createSigner>

/** Signs transactions, renewals and notifications, with the time of the call as `signedDate`. */
export function createSigner(shop: Shop, chain: Chain) {
  const signWithDate = (payload: object) => signJws({ ...payload, signedDate: shop.time.now() }, chain)
  const signTransaction = (transaction: Transaction): string => signWithDate(transaction)
  const signRenewal = (renewal: Renewal): string => signWithDate(renewal)
  return {
    signTransaction,
    signRenewal,
    /** Signed payload of a notification, version 2. */
    signNotification({ uuid, type, subtype, transaction, renewal, status, environment }: Notification): string {
      const payload = {
        notificationType: type,
        ...(subtype ? { subtype } : {}),
        notificationUUID: uuid,
        version: '2.0',
        data: {
          appAppleId: shop.appId,
          bundleId: shop.bundleId,
          bundleVersion: '1',
          environment,
          ...(transaction ? { signedTransactionInfo: signTransaction(transaction) } : {}),
          ...(renewal ? { signedRenewalInfo: signRenewal(renewal) } : {}),
          ...(status ? { status } : {}),
        },
      } satisfies ResponseBodyV2DecodedPayload
      return signWithDate(payload)
    },
  }
}

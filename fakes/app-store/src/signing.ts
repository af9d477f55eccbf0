import type { ResponseBodyV2DecodedPayload } from '@apple/app-store-server-library'
import type { Chain } from './certificates.ts'
import { signed } from './jws.ts'
import type { Notification, Renewal, Shop, Transaction } from './shop.ts'

export type Signing = ReturnType<typeof signingOf>

/** Signs transactions, renewals and notifications, with the time of the call as `signedDate`. */
export function signingOf(shop: Shop, chain: Chain) {
  const signWithDate = (payload: object) => signed({ ...payload, signedDate: shop.time.now() }, chain)
  const transactionJws = (transaction: Transaction): string => signWithDate(transaction)
  const renewalJws = (renewal: Renewal): string => signWithDate(renewal)
  return {
    transactionJws,
    renewalJws,
    /** Signed payload of a notification, version 2. */
    messageOf({ uuid, type, subtype, transaction, renewal, status, environment }: Notification): string {
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
          ...(transaction ? { signedTransactionInfo: transactionJws(transaction) } : {}),
          ...(renewal ? { signedRenewalInfo: renewalJws(renewal) } : {}),
          ...(status ? { status } : {}),
        },
      } satisfies ResponseBodyV2DecodedPayload
      return signWithDate(payload)
    },
  }
}

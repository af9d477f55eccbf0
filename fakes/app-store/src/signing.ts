import type { ResponseBodyV2DecodedPayload } from '@apple/app-store-server-library'
import type { Chain } from './certificates.ts'
import { signed } from './jws.ts'
import type { Notification, Renewal, Shop, Transaction } from './shop.ts'

export type Signing = ReturnType<typeof signingOf>

/** What is signed at the moment it is asked for. */
export function signingOf(shop: Shop, chain: Chain) {
  const dated = (payload: object) => signed({ ...payload, signedDate: shop.time.now() }, chain)
  const transactionJws = (transaction: Transaction): string => dated(transaction)
  const renewalJws = (renewal: Renewal): string => dated(renewal)
  return {
    transactionJws,
    renewalJws,
    /** What is posted to a server: version 2 of Apple's notifications. */
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
      return dated(payload)
    },
  }
}

import type { Db } from '../../database/open.ts'
import type { Push, PushMessage } from '../../ports/push.ts'
import type { Sealer } from '../../ports/sealer.ts'
import { type DeviceRow, deleteDevice } from './device-repository.ts'
import { countUnread } from './notice-repository.ts'

export interface ToDeviceDeps {
  db: Db
  push: Push
  sealer: Sealer
}

/** Hands a message to one device, and forgets a device that is gone. Throws `ProviderError` when it could not be asked. */
export async function sendToDevice(
  { db, push, sealer }: ToDeviceDeps,
  device: DeviceRow,
  message: PushMessage,
): Promise<'sent' | 'gone'> {
  const token = sealer.open(device.token_sealed)
  // Sealed under another secret: nobody can read it any more.
  const addressed = { ...message, unread: await countUnread(db, device.user_id) }
  const outcome = token === null ? 'gone' : await push.send(device.platform, token, addressed)
  if (outcome === 'gone') await deleteDevice(db, device.user_id, device.token_hash)
  return outcome
}

import type { Db } from '../../database/open.ts'
import type { Encryptor } from '../../ports/encryptor.ts'
import type { Push, PushMessage } from '../../ports/push.ts'
import { type DeviceRow, deleteDevice } from './device-repository.ts'
import { countUnreadNotices } from './notice-repository.ts'

export interface SendToDeviceDeps {
  db: Db
  push: Push
  sealer: Encryptor
}

/** Sends a message to one device, and deletes the device if it is gone. Throws `ProviderError` if the push service fails. */
export async function sendToDevice(
  { db, push, sealer }: SendToDeviceDeps,
  device: DeviceRow,
  message: PushMessage,
): Promise<'sent' | 'gone'> {
  // Null if it was encrypted with another secret: the device is then lost.
  const token = sealer.decrypt(device.token_sealed)
  const messageWithBadge = { ...message, unread: await countUnreadNotices(db, device.user_id) }
  const outcome = token === null ? 'gone' : await push.send(device.platform, token, messageWithBadge)
  if (outcome === 'gone') await deleteDevice(db, device.user_id, device.token_hash)
  return outcome
}

/** Returns the subscription for the server's key. Replaces one made with a different key, which this server cannot use. */
export async function ensurePushSubscription(
  worker: ServiceWorkerRegistration,
  serverKey: string,
): Promise<PushSubscription> {
  const key = decodeBase64Url(serverKey)
  const existing = await worker.pushManager.getSubscription()
  if (existing && isSame(existing.options.applicationServerKey, key)) return existing
  await existing?.unsubscribe()
  return await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const decodeBase64Url = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))

function isSame(buffer: ArrayBuffer | null, key: Uint8Array): boolean {
  const bytes = new Uint8Array(buffer ?? new ArrayBuffer())
  return bytes.length === key.length && bytes.every((byte, index) => byte === key[index])
}

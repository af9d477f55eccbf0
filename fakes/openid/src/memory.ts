import type { Adapter, Payload } from 'oidc-provider'

const maxEntries = 5_000

/** Stores the state of oidc-provider in memory; the oldest entries are dropped beyond 5,000. */
export function memoryAdapter(): (model: string) => Adapter {
  const entries = new Map<string, { payload: Payload; expiresAt: number }>()
  const read = (key: string): Payload | undefined => {
    const found = entries.get(key)
    return found && found.expiresAt > performance.now() ? found.payload : undefined
  }
  return model => {
    const keyOf = (id: string) => `${model}:${id}`
    return {
      async upsert(id, payload, expiresIn) {
        entries.set(keyOf(id), { payload, expiresAt: performance.now() + (expiresIn || 3600) * 1000 })
        for (const key of [...entries.keys()].slice(0, Math.max(0, entries.size - maxEntries))) entries.delete(key)
      },
      find: async id => read(keyOf(id)),
      async findByUid(uid) {
        const [key] =
          [...entries].find(([name, { payload }]) => name.startsWith(`${model}:`) && payload.uid === uid) ?? []
        return key === undefined ? undefined : read(key)
      },
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = read(keyOf(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
}

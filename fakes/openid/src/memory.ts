import type { Adapter, Payload } from 'oidc-provider'

const keptAtMost = 5_000

/** Sign-ins in work, in this process's memory; the oldest go when there are too many. */
export function memoryAdapter(): (model: string) => Adapter {
  const kept = new Map<string, { payload: Payload; expiresAt: number }>()
  const read = (key: string): Payload | undefined => {
    const found = kept.get(key)
    return found && found.expiresAt > performance.now() ? found.payload : undefined
  }
  return model => {
    const keyOf = (id: string) => `${model}:${id}`
    return {
      async upsert(id, payload, expiresIn) {
        kept.set(keyOf(id), { payload, expiresAt: performance.now() + (expiresIn || 3600) * 1000 })
        for (const key of [...kept.keys()].slice(0, Math.max(0, kept.size - keptAtMost))) kept.delete(key)
      },
      find: async id => read(keyOf(id)),
      async findByUid(uid) {
        const [key] = [...kept].find(([name, { payload }]) => name.startsWith(`${model}:`) && payload.uid === uid) ?? []
        return key === undefined ? undefined : read(key)
      },
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = read(keyOf(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        kept.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key)
      },
    }
  }
}

import type { SessionInfo, Settings, SettingsChange } from '@recaps/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { profileKey } from '../../auth/profile.ts'
import { texts } from './texts.ts'

const settingsKey = ['settings'] as const
const sessionsKey = ['sessions'] as const

export function useSettings() {
  const client = useClient()
  return useQuery({ queryKey: settingsKey, queryFn: ({ signal }) => client.users.settings({}, { signal }) })
}

/** Shows a change at once, and takes it back when it could not be saved. Changes reach the server in their order. */
export function useChangeSettings() {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    scope: { id: 'settings' },
    mutationFn: (body: SettingsChange) => client.users.changeSettings({ body }),
    async onMutate(change) {
      await cache.cancelQueries({ queryKey: settingsKey })
      cache.setQueryData(settingsKey, (known: Settings | undefined) => known && laidOver(known, change))
    },
    onSuccess(_, change) {
      // The profile tells the zone as well.
      if (change.timeZone) void cache.invalidateQueries({ queryKey: profileKey })
    },
    onError() {
      toast({ text: texts.notSaved, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: settingsKey })
    },
  })
}

const laidOver = (known: Settings, { mail, push, ...change }: SettingsChange): Settings => ({
  ...known,
  ...given(change),
  mail: { ...known.mail, ...given(mail ?? {}) },
  push: { ...known.push, ...given(push ?? {}) },
})

const given = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

export function useSessions() {
  const client = useClient()
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await client.users.sessions({}, { signal })).data,
  })
}

export function useEndSession() {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id }: SessionInfo) => client.users.endSession({ params: { id: String(id) } }),
    onSuccess(_, ended) {
      cache.setQueryData(sessionsKey, (known: SessionInfo[] | undefined) => known?.filter(({ id }) => id !== ended.id))
      toast({ text: texts.sessions.ended(ended.device ?? texts.sessions.unknown), tone: 'success' })
    },
    onError: () => toast({ text: texts.sessions.notEnded, tone: 'danger' }),
  })
}

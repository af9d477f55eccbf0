import type { Client, Settings, SettingsChange } from '@recaps/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { unsaved } from '../../api/unsaved.ts'
import { useToast } from '../../ui/Toast.tsx'
import { profileKey } from './profile.ts'
import { words } from './words.ts'

const settingsKey = ['settings'] as const

export const settingsQuery = (client: Client) => ({
  queryKey: settingsKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => client.users.settings({}, { signal }),
})

export const useSettings = () => useQuery(settingsQuery(useClient()))

/** Shows a change at once, and takes it back when it could not be saved. Changes reach the server in their order. */
export function useChangeSettings() {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const waiting = unsaved(cache, 'settings', laidOver)
  return useMutation({
    scope: { id: 'settings' },
    mutationFn: (body: SettingsChange) => client.users.changeSettings({ body }),
    async onMutate(change) {
      await cache.cancelQueries({ queryKey: settingsKey })
      const known = cache.getQueryData<Settings>(settingsKey)
      waiting.begin(known, change)
      cache.setQueryData(settingsKey, laidOver(known, change))
    },
    onSuccess(_, change) {
      waiting.end(true)
      // The profile tells the zone as well.
      if (change.timeZone) void cache.invalidateQueries({ queryKey: profileKey })
    },
    onError() {
      const now = waiting.end(false)
      if (now) cache.setQueryData(settingsKey, now.value)
      toast({ text: words.settingsNotSaved, tone: 'danger' })
      // What is read anew may not come either.
      void cache.invalidateQueries({ queryKey: settingsKey })
    },
  })
}

const laidOver = (known: Settings | undefined, { mail, push, ...change }: SettingsChange): Settings | undefined =>
  known && {
    ...known,
    ...given(change),
    mail: { ...known.mail, ...given(mail ?? {}) },
    push: { ...known.push, ...given(push ?? {}) },
  }

const given = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

import type { Settings, SettingsChange } from '@recaps/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { profileKey } from './profile.ts'
import { texts } from './texts.ts'

const settingsKey = ['settings'] as const

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
      toast({ text: texts.settingsNotSaved, tone: 'danger' })
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

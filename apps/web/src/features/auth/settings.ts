import type { Client, Settings, SettingsChange } from '@recaps/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { createOptimisticChanges } from '../../api/optimistic-changes.ts'
import { useToast } from '../../ui/Toast.tsx'
import { formTexts } from './form-texts.ts'
import { profileKey } from './profile.ts'

const settingsKey = ['settings'] as const

export const settingsQuery = (client: Client) => ({
  queryKey: settingsKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => client.users.settings({}, { signal }),
})

export const useSettings = () => useQuery(settingsQuery(useClient()))

/** Applies changes optimistically and rolls them back if saving fails. Sends them to the server in order. */
export function useChangeSettings() {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const pendingChanges = createOptimisticChanges(cache, 'settings', applyChange)
  return useMutation({
    scope: { id: 'settings' },
    mutationFn: (body: SettingsChange) => client.users.changeSettings({ body }),
    async onMutate(change) {
      await cache.cancelQueries({ queryKey: settingsKey })
      const settings = cache.getQueryData<Settings>(settingsKey)
      pendingChanges.begin(settings, change)
      cache.setQueryData(settingsKey, applyChange(settings, change))
    },
    onSuccess(_, change) {
      pendingChanges.end(true)
      // The profile contains the time zone, too.
      if (change.timeZone) void cache.invalidateQueries({ queryKey: profileKey })
    },
    onError() {
      const rolledBack = pendingChanges.end(false)
      if (rolledBack) cache.setQueryData(settingsKey, rolledBack.value)
      toast({ text: formTexts.settingsNotSaved, tone: 'danger' })
      // Refetched, but not relied on: this request may fail, too.
      void cache.invalidateQueries({ queryKey: settingsKey })
    },
  })
}

const applyChange = (settings: Settings | undefined, { mail, push, ...change }: SettingsChange): Settings | undefined =>
  settings && {
    ...settings,
    ...definedOnly(change),
    mail: { ...settings.mail, ...definedOnly(mail ?? {}) },
    push: { ...settings.push, ...definedOnly(push ?? {}) },
  }

const definedOnly = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

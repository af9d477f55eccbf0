import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDevice } from '../../../device/DeviceContext.tsx'
import { withFallback } from '../../../device/storage.ts'
import { useSchedule } from '../queries.ts'
import { type Draft, parseDraft, rebaseDraft } from './draft.ts'

const draftKey = ['schedule-draft'] as const

/** The unsaved draft, kept in local storage. If storage is unavailable it lasts until the app is closed. */
export function useStoredDraft() {
  const { storage } = useDevice()
  const cache = useQueryClient()
  const { data } = useQuery({
    queryKey: draftKey,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: () => cache.getQueryData<Draft | null>(draftKey) ?? null,
    initialData: () => parseDraft(withFallback(() => storage.get('schedule'), null)),
  })
  const set = (draft: Draft | null) => {
    cache.setQueryData(draftKey, draft)
    withFallback(() => (draft ? storage.set('schedule', JSON.stringify(draft)) : storage.remove('schedule')), undefined)
  }
  return [data, set] as const
}

/** The draft and the schedule that it changes. Pending until it is known whether the user has a schedule. */
export function useDraft() {
  const [stored, setStored] = useStoredDraft()
  // The query cache notifies a moment later, but a pressed control must show its new state at once.
  const [changed, setChanged] = useState<Draft | null>(null)
  const { data: schedule, isPending, error, refetch } = useSchedule()
  const draft = schedule === undefined ? undefined : rebaseDraft(changed ?? stored, schedule)
  return {
    draft,
    schedule: schedule ?? null,
    isPending,
    error: schedule === undefined ? error : null,
    retry: () => void refetch(),
    change(part: Partial<Draft>) {
      if (!draft) return
      const next = { ...draft, ...part }
      setChanged(next)
      setStored(next)
    },
  }
}

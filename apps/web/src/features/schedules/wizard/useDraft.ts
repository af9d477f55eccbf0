import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDevice } from '../../../device/DeviceContext.tsx'
import { leniently } from '../../../device/storage.ts'
import { useSchedule } from '../queries.ts'
import { type Draft, parseDraft, presentDraft } from './draft.ts'

const draftKey = ['schedule-draft'] as const

/** What was begun and not finished. It outlives the page in local storage, and where that is refused as long as the app runs. */
export function useStoredDraft() {
  const { storage } = useDevice()
  const cache = useQueryClient()
  const { data } = useQuery({
    queryKey: draftKey,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: () => cache.getQueryData<Draft | null>(draftKey) ?? null,
    initialData: () => parseDraft(leniently(() => storage.get('schedule'), null)),
  })
  const set = (draft: Draft | null) => {
    cache.setQueryData(draftKey, draft)
    leniently(() => (draft ? storage.set('schedule', JSON.stringify(draft)) : storage.remove('schedule')), undefined)
  }
  return [data, set] as const
}

/** The draft and the schedule that it changes; pending until it is known whether there is one. */
export function useDraft() {
  const [begun, set] = useStoredDraft()
  // The cache tells of a change a moment later; what is pressed has to stay pressed.
  const [changed, setChanged] = useState<Draft | null>(null)
  const { data: schedule, isPending, error, refetch } = useSchedule()
  const draft = schedule === undefined ? undefined : presentDraft(changed ?? begun, schedule)
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
      set(next)
    },
  }
}

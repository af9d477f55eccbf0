import type { Summary } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { stepTaken } from '../../../device/step-taken.ts'
import { useToldAfterwards } from '../../auth/told-afterwards.ts'
import { refreshMonth } from '../../subscriptions/queries.ts'
import { store } from '../queries.ts'
import { useSummaryWatch } from '../watch/WatchContext.ts'
import type { SummaryForm } from './useSummaryForm.ts'

export const previewsKey = (videoId: string) => ['summaries', 'preview', videoId] as const

/** The focus that is asked for. That of the settings is waited for, and not lost where somebody is faster than these. */
export const wholeFocus = async ({ focus, readFocus }: Omit<SummaryForm, 'preset'>) =>
  focus ?? (await readFocus?.()) ?? ''

export interface Wish extends SummaryForm {
  urlOrId: string
}

/** Asks for a summary in one way or the other; the entry appears in every list at once and goes on without this page. */
export function useAsking<W extends SummaryForm>(
  ask: (wish: W, focus: string | null) => Promise<Summary>,
  onAsked: (entry: Summary) => void,
) {
  const cache = useQueryClient()
  const watch = useSummaryWatch()
  const onError = useToldAfterwards()
  return useMutation({
    mutationFn: async (wish: W) => {
      const focus = await wholeFocus(wish)
      const flag = watch.begin()
      try {
        const entry = await ask(wish, focus.trim() || null)
        flag.asked(entry)
        return entry
      } catch (error) {
        flag.refused()
        throw error
      }
    },
    onSuccess: entry => {
      stepTaken('summary asked')
      store(cache, entry)
      void refreshMonth(cache)
      void cache.invalidateQueries({ queryKey: previewsKey(entry.videoInfo.videoId) })
      onAsked(entry)
    },
    onError,
  })
}

export function useRequestSummary(onAsked: (entry: Summary) => void) {
  const client = useClient()
  return useAsking(
    ({ urlOrId, preset }: Wish, focus) =>
      client.summaries.request({ body: { urlOrId, type: 'youtube', preset, focus } }),
    onAsked,
  )
}

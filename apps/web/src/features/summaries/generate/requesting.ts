import type { Preview, Summary } from '@recaps/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { stepTaken } from '../../../device/step-taken.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { useIsLeft } from '../../../ui/useIsLeft.ts'
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
  /** What its reader knows it by, as long as nobody knows its title. */
  title?: string
}

/**
 * Asks for a summary in one way or the other; the entry appears in every list at once and goes on without this page. A refusal
 * is for the page to tell, unless that was left or has turned to something else before the answer: then a message tells it.
 */
export function useAsking<W extends SummaryForm>(
  ask: (wish: W, focus: string | null) => Promise<Summary>,
  onAsked: (entry: Summary) => void,
  /** Which one a message is about. */
  nameOf: (wish: W) => string | undefined,
) {
  const cache = useQueryClient()
  const watch = useSummaryWatch()
  const toast = useToast()
  const isLeft = useIsLeft()
  const looksAt = useRef<W>(null)
  const asking = useMutation({
    onMutate(wish) {
      looksAt.current = wish
    },
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
    onError(error, wish) {
      if (!isLeft() && looksAt.current === wish) return
      const name = nameOf(wish)
      const { sentence } = problemOf(error)
      toast({ text: name ? `“${name}”: ${sentence}` : sentence, tone: 'danger' })
    },
  })
  // Whoever resets it has turned to something else.
  const { isIdle } = asking
  useEffect(() => {
    if (isIdle) looksAt.current = null
  }, [isIdle])
  return asking
}

export function useRequestSummary(onAsked: (entry: Summary) => void) {
  const client = useClient()
  const cache = useQueryClient()
  return useAsking(
    ({ urlOrId, preset }: Wish, focus) =>
      client.summaries.request({ body: { urlOrId, type: 'youtube', preset, focus } }),
    onAsked,
    ({ urlOrId, title }) => titleSeen(cache, urlOrId) || title,
  )
}

const titleSeen = (cache: QueryClient, videoId: string) =>
  cache
    .getQueriesData<Preview>({ queryKey: previewsKey(videoId) })
    .map(([, preview]) => preview?.videoInfo.title)
    .find(Boolean)

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

/** The focus to request; waits for the default of the settings if they are still loading. */
export const wholeFocus = async ({ focus, readFocus }: Omit<SummaryForm, 'preset'>) =>
  focus ?? (await readFocus?.()) ?? ''

export interface Wish extends SummaryForm {
  urlOrId: string
  /** Shown in messages until the real title is known, such as the pasted link. */
  title?: string
}

/**
 * Creates a summary by `create` and adds it to every cached list. The page shows an error itself; if the user has left the page or
 * moved on to another video before the response, a toast shows it.
 */
export function useAsking<Options extends SummaryForm>(
  create: (options: Options, focus: string | null) => Promise<Summary>,
  onCreated: (summary: Summary) => void,
  /** Names the video or file in the toast. */
  nameOf: (options: Options) => string | undefined,
) {
  const cache = useQueryClient()
  const watch = useSummaryWatch()
  const toast = useToast()
  const isLeft = useIsLeft()
  const shownRequest = useRef<Options>(null)
  const mutation = useMutation({
    onMutate(options) {
      shownRequest.current = options
    },
    mutationFn: async (options: Options) => {
      const focus = await wholeFocus(options)
      const flag = watch.begin()
      try {
        const summary = await create(options, focus.trim() || null)
        flag.succeeded(summary)
        return summary
      } catch (error) {
        flag.failed()
        throw error
      }
    },
    onSuccess: summary => {
      stepTaken('summary asked')
      store(cache, summary)
      void refreshMonth(cache)
      void cache.invalidateQueries({ queryKey: previewsKey(summary.videoInfo.videoId) })
      onCreated(summary)
    },
    onError(error, options) {
      if (!isLeft() && shownRequest.current === options) return
      const name = nameOf(options)
      const { sentence } = problemOf(error)
      toast({ text: name ? `“${name}”: ${sentence}` : sentence, tone: 'danger' })
    },
  })
  // A reset means that the page has moved on to another video.
  const { isIdle } = mutation
  useEffect(() => {
    if (isIdle) shownRequest.current = null
  }, [isIdle])
  return mutation
}

export function useRequestSummary(onCreated: (summary: Summary) => void) {
  const client = useClient()
  const cache = useQueryClient()
  return useAsking(
    ({ urlOrId, preset }: Wish, focus) =>
      client.summaries.request({ body: { urlOrId, type: 'youtube', preset, focus } }),
    onCreated,
    ({ urlOrId, title }) => cachedTitle(cache, urlOrId) || title,
  )
}

const cachedTitle = (cache: QueryClient, videoId: string) =>
  cache
    .getQueriesData<Preview>({ queryKey: previewsKey(videoId) })
    .map(([, preview]) => preview?.videoInfo.title)
    .find(Boolean)

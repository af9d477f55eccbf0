import type { Preview, Summary } from '@recaps/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { reportStep } from '../../../device/report-step.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { useIsUnmounted } from '../../../ui/useIsUnmounted.ts'
import { refetchEntitlement } from '../../subscriptions/queries.ts'
import { cacheSummary } from '../queries.ts'
import { useSummaryWatch } from '../watch/WatchContext.ts'
import type { SummaryOptions } from './useSummaryOptions.ts'

export const previewsKey = (videoId: string) => ['summaries', 'preview', videoId] as const

/** The focus to request; waits for the default of the settings if they are still loading. */
export const resolveFocus = async ({ focus, loadDefaultFocus }: Omit<SummaryOptions, 'preset'>) =>
  focus ?? (await loadDefaultFocus?.()) ?? ''

export interface SummaryRequest extends SummaryOptions {
  urlOrId: string
  /** Shown in messages until the real title is known, such as the pasted link. */
  title?: string
}

/**
 * Creates a summary by `create` and adds it to every cached list. The page shows an error itself; if the user has left the page or
 * moved on to another video before the response, a toast shows it.
 */
export function useCreateSummary<Options extends SummaryOptions>(
  create: (options: Options, focus: string | null) => Promise<Summary>,
  onCreated: (summary: Summary) => void,
  /** Names the video or file in the toast. */
  nameOf: (options: Options) => string | undefined,
) {
  const cache = useQueryClient()
  const watch = useSummaryWatch()
  const toast = useToast()
  const isUnmounted = useIsUnmounted()
  const shownRequest = useRef<Options>(null)
  const mutation = useMutation({
    onMutate(options) {
      shownRequest.current = options
    },
    mutationFn: async (options: Options) => {
      const focus = await resolveFocus(options)
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
      reportStep('summary asked')
      cacheSummary(cache, summary)
      void refetchEntitlement(cache)
      void cache.invalidateQueries({ queryKey: previewsKey(summary.videoInfo.videoId) })
      onCreated(summary)
    },
    onError(error, options) {
      if (!isUnmounted() && shownRequest.current === options) return
      const name = nameOf(options)
      const { sentence } = toProblem(error)
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
  return useCreateSummary(
    ({ urlOrId, preset }: SummaryRequest, focus) =>
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

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import type { FeedbackForm } from './model.ts'

interface Brought {
  draft?: Partial<FeedbackForm>
  from?: string
}

/** What another page leads here with. */
export const useBrought = () => (useLocation().state ?? {}) as Brought

const draftsKey = ['feedback-draft'] as const
const ownKey = [...draftsKey, 'own'] as const

/**
 * What another page has written already, or what was begun here: it stays as long as the app is open and nobody logs out. Each
 * report is kept beside the writer's own message, so that none takes the place of another.
 */
export function useDraft() {
  const cache = useQueryClient()
  const brought = useBrought()
  const [draft, setDraft] = useState(() => draftOf(cache, brought))
  const keep = useCallback(
    (form: FeedbackForm) => {
      const { key, opening } = draft
      const isTouched = form.subject !== (opening.subject ?? '') || form.message !== (opening.message ?? '')
      if (!isTouched) return cache.removeQueries({ queryKey: key, exact: true })
      cache.setQueryDefaults(draftsKey, { gcTime: Number.POSITIVE_INFINITY })
      cache.setQueryData(key, form)
    },
    [cache, draft],
  )
  const clear = () => cache.removeQueries({ queryKey: draft.key, exact: true })
  const next = () => setDraft(draftOf(cache, {}))
  return { begun: draft.begun, keep, clear, next }
}

/** Of what was brought, or else the own one that was begun, or else the last report that was. */
function draftOf(cache: QueryClient, brought: Brought) {
  const opening = brought.draft ?? {}
  const begun = (key: readonly unknown[]) => cache.getQueryData<FeedbackForm>(key)
  const lastKey = cache.getQueryCache().findAll({ queryKey: draftsKey }).at(-1)?.queryKey
  const key = brought.draft ? [...draftsKey, brought] : begun(ownKey) ? ownKey : (lastKey ?? ownKey)
  return { key, opening, begun: begun(key) ?? opening }
}

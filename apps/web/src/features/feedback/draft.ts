import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import type { FeedbackForm } from './model.ts'

interface FormState {
  draft?: Partial<FeedbackForm>
  from?: string
}

/** The router state passed by the page that links to the form. */
export const useFeedbackState = () => (useLocation().state ?? {}) as FormState

const draftsKey = ['feedback-draft'] as const
const ownKey = [...draftsKey, 'own'] as const

/**
 * The draft of a message, kept in memory until it is sent, the user logs out or the app closes. Prefilled reports and the user's
 * own message have separate drafts, so that none overwrites another.
 */
export function useDraft() {
  const cache = useQueryClient()
  const state = useFeedbackState()
  const [draft, setDraft] = useState(() => findDraft(cache, state))
  const save = useCallback(
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
  const startNew = () => setDraft(findDraft(cache, {}))
  return { values: draft.begun, save, clear, startNew }
}

/** The draft of the prefilled report if there is one, else the user's own draft, else that of the latest report. */
function findDraft(cache: QueryClient, state: FormState) {
  const opening = state.draft ?? {}
  const begun = (key: readonly unknown[]) => cache.getQueryData<FeedbackForm>(key)
  const lastKey = cache.getQueryCache().findAll({ queryKey: draftsKey }).at(-1)?.queryKey
  const key = state.draft ? [...draftsKey, state] : begun(ownKey) ? ownKey : (lastKey ?? ownKey)
  return { key, opening, begun: begun(key) ?? opening }
}

import type { Summary, SummarySentence } from '@recaps/contract'
import { toClock } from '@recaps/domain/duration'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { texts } from './texts.ts'

/** Opens the feedback form with a draft about a wrong sentence. The form shows what will be sent along. */
export function useReport({ id, access }: Pick<Summary, 'id' | 'access'>) {
  const navigate = useNavigate()
  const report = useCallback(
    ({ text, cites }: SummarySentence) => {
      const time = cites[0] ? toClock(cites[0].startMs) : null
      const { subject, message } = texts.reported
      void navigate('/feedback', {
        state: { draft: { subject, message: message(text, time) }, from: `/history-detail/${id}` },
      })
    },
    [navigate, id],
  )
  return access === 'shared' ? undefined : report
}

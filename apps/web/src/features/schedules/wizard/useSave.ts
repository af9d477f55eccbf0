import type { Schedule } from '@recaps/contract'
import { useNavigate } from 'react-router'
import { type Problem, problemOf } from '../../../api/problem.ts'
import { serviceNow } from '../../../device/service-clock.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { shortDate } from '../dates.ts'
import { useSaveSchedule } from '../queries.ts'
import { type Draft, startOf } from './draft.ts'
import { paths, schedulePath, type WizardStep } from './paths.ts'
import { texts } from './texts.ts'
import { useStoredDraft } from './useDraft.ts'

/** Makes or changes the schedule. What the server refuses is said at the step it is about; `onProblem` says it at the last. */
export function useSave(draft: Draft, schedule: Schedule | null, onProblem: (problem: Problem | null) => void) {
  const save = useSaveSchedule(schedule?.id ?? null)
  const [, setDraft] = useStoredDraft()
  const navigate = useNavigate()
  const toast = useToast()

  const onSuccess = ({ nextThree: [next] }: Schedule) => {
    setDraft(null)
    void navigate(schedulePath)
    toast({
      about: 'channels',
      text: schedule || !next ? texts.saved : texts.created(shortDate(next)),
      tone: 'success',
    })
  }
  const onError = (error: Error) => {
    const problem = problemOf(error)
    const step = stepOf(problem)
    if (step === 'frequency') onProblem(problem)
    else void navigate(paths[step], { state: { problem: problem.sentence, code: problem.code } })
  }
  return {
    isPending: save.isPending,
    start(zone: string) {
      onProblem(null)
      const { channels: channelList, frequency, filters } = draft
      const startDateTime = startOf(draft, schedule, zone) ?? (schedule ? null : inAnHour())
      save.mutate({ channelList, frequency, startDateTime, filters, type: 'youtube' }, { onSuccess, onError })
    },
  }
}

const inAnHour = () => new Date(serviceNow().getTime() + 3600 * 1000).toISOString()

/** The step that a refusal is about. */
export function stepOf({ code, sentence }: Problem): WizardStep {
  if (code === 'too_many_channels') return 'channels'
  if (code === 'start_in_past') return 'date'
  if (code !== 'invalid_request') return 'frequency'
  return /channel/i.test(sentence) ? 'channels' : /date|start/i.test(sentence) ? 'date' : 'frequency'
}

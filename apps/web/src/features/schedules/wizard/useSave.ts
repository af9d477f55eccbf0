import type { Schedule } from '@recaps/contract'
import { useNavigate } from 'react-router'
import { type Problem, toProblem } from '../../../api/problem.ts'
import { serverTime } from '../../../device/server-clock.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { useIsUnmounted } from '../../../ui/useIsUnmounted.ts'
import { shortDate } from '../dates.ts'
import { useSaveSchedule } from '../queries.ts'
import { type Draft, startToSave } from './draft.ts'
import { paths, schedulePath, type WizardStep } from './paths.ts'
import { texts } from './texts.ts'
import { useStoredDraft } from './useDraft.ts'

/**
 * Creates or updates the schedule. An error that concerns another step opens that step and is shown there; one that concerns
 * the frequency step is passed to `onProblem`.
 */
export function useSave(draft: Draft, schedule: Schedule | null, onProblem: (problem: Problem | null) => void) {
  const [, setDraft] = useStoredDraft()
  const navigate = useNavigate()
  const toast = useToast()

  const isUnmounted = useIsUnmounted()

  const onSaved = ({ nextThree: [next], channelList }: Schedule) => {
    setDraft(null)
    // A user who has moved on to another page stays there.
    if (!isUnmounted()) void navigate(schedulePath)
    toast({
      topic: 'channels',
      text: schedule || !next ? texts.saved : texts.created(channelList.length, shortDate(next)),
      tone: 'success',
    })
  }
  const onRefused = (error: Error) => {
    const problem = toProblem(error)
    if (isUnmounted()) return void toast({ text: problem.sentence, tone: 'danger' })
    const step = stepForProblem(problem)
    if (step === 'frequency') onProblem(problem)
    else void navigate(paths[step], { state: { problem: problem.sentence, code: problem.code } })
  }
  const save = useSaveSchedule(schedule?.id ?? null, { onSaved, onRefused })
  return {
    isPending: save.isPending,
    start(zone: string) {
      onProblem(null)
      const { channels: channelList, frequency, filters } = draft
      const startDateTime = startToSave(draft, schedule, zone) ?? (schedule ? null : inAnHour())
      save.mutate({ channelList, frequency, startDateTime, filters, type: 'youtube' })
    },
  }
}

const inAnHour = () => new Date(serverTime().getTime() + 3600 * 1000).toISOString()

/** The step that an error of the server concerns. */
export function stepForProblem({ code, sentence }: Problem): WizardStep {
  if (code === 'too_many_channels') return 'channels'
  if (code === 'start_in_past') return 'date'
  if (code !== 'invalid_request') return 'frequency'
  return /channel/i.test(sentence) ? 'channels' : /date|start/i.test(sentence) ? 'date' : 'frequency'
}

import type { Schedule } from '@recaps/contract'
import { type Problem, toProblem } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useSettings } from '../../auth/settings.ts'
import type { Draft } from './draft.ts'
import { texts } from './texts.ts'
import { useSave } from './useSave.ts'

/** Saves an existing schedule from any step, so that a single change does not need the whole wizard. */
export function SaveNow({ draft, schedule, isOff }: { draft: Draft; schedule: Schedule; isOff: boolean }) {
  const settings = useSettings()
  const toast = useToast()
  const showProblem = (problem: Problem | null) => problem && toast({ text: problem.sentence, tone: 'danger' })
  const save = useSave(draft, schedule, showProblem)
  const start = async () => {
    const { data, error } = settings.data ? settings : await settings.refetch()
    if (data) save.start(data.timeZone)
    else showProblem(toProblem(error))
  }
  return (
    <Button
      kind="primary"
      // Settings are also pending while they are refetched after a failure.
      isBusy={save.isPending || (settings.isFetched && settings.isPending)}
      disabled={isOff || !settings.isFetched}
      onClick={() => void start()}
    >
      {texts.save}
    </Button>
  )
}

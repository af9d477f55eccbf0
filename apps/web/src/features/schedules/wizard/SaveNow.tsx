import type { Schedule } from '@recaps/contract'
import { type Problem, problemOf } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useSettings } from '../../auth/settings.ts'
import type { Draft } from './draft.ts'
import { texts } from './texts.ts'
import { useSave } from './useSave.ts'

/** Who changes one thing about a schedule need not walk through the other steps. */
export function SaveNow({ draft, schedule, isOff }: { draft: Draft; schedule: Schedule; isOff: boolean }) {
  const settings = useSettings()
  const toast = useToast()
  const tell = (problem: Problem | null) => problem && toast({ text: problem.sentence, tone: 'danger' })
  const save = useSave(draft, schedule, tell)
  const start = async () => {
    const { data, error } = settings.data ? settings : await settings.refetch()
    if (data) save.start(data.timeZone)
    else tell(problemOf(error))
  }
  return (
    <Button
      kind="primary"
      // What is read again after a failure is pending again too.
      isBusy={save.isPending || (settings.isFetched && settings.isPending)}
      disabled={isOff || !settings.isFetched}
      onClick={() => void start()}
    >
      {texts.save}
    </Button>
  )
}

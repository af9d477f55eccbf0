import type { Schedule } from '@recaps/contract'
import { Button } from '../../../ui/Button.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useSettings } from '../../auth/settings.ts'
import type { Draft } from './draft.ts'
import { texts } from './texts.ts'
import { useSave } from './useSave.ts'

/** Who changes one thing about a schedule need not walk through the other steps. */
export function SaveNow({ draft, schedule, isOff }: { draft: Draft; schedule: Schedule; isOff: boolean }) {
  const zone = useSettings().data?.timeZone
  const toast = useToast()
  const save = useSave(draft, schedule, problem => problem && toast({ text: problem.sentence, tone: 'danger' }))
  return (
    <Button
      kind="primary"
      isBusy={save.isPending}
      disabled={isOff || zone === undefined}
      onClick={() => save.start(zone!)}
    >
      {texts.save}
    </Button>
  )
}

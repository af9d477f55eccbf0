import { Button } from '../../../ui/Button.tsx'
import { useProfile } from '../../auth/profile.ts'
import { useHasSummary, useMailSample } from './sample.ts'
import { texts } from './texts.ts'

const words = texts.sample

/** How a digest looks before the first has come: made of what there is already, so it is offered only where there is some. */
export function DigestSample() {
  const { data: user } = useProfile()
  const hasSummary = useHasSummary()
  const send = useMailSample(words.sent)
  if (!user || hasSummary === undefined) return null
  if (!hasSummary) return <p className="delivery__sample wizard__hint">{words.none}</p>
  if (!user.emailVerified) return <p className="delivery__sample wizard__hint">{words.notConfirmed}</p>
  return (
    <div className="delivery__sample">
      <Button isSmall icon="mail" isBusy={send.isPending} onClick={() => send.mutate()}>
        {words.action}
      </Button>
      <p className="wizard__hint">{words.hint}</p>
    </div>
  )
}

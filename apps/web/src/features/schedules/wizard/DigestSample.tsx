import { Button } from '../../../ui/Button.tsx'
import { useProfile } from '../../auth/profile.ts'
import { useHasSummary, useSendSampleDigest } from './digest-sample.ts'
import { texts } from './texts.ts'

const sampleTexts = texts.sample

/** Sends a sample digest to the user. It contains existing summaries, so it is offered only if there are any. */
export function DigestSample() {
  const { data: user } = useProfile()
  const hasSummary = useHasSummary()
  const send = useSendSampleDigest(sampleTexts.sent)
  if (!user || hasSummary === undefined) return null
  if (!hasSummary) return <p className="delivery__sample wizard__hint">{sampleTexts.none}</p>
  if (!user.emailVerified) return <p className="delivery__sample wizard__hint">{sampleTexts.notConfirmed}</p>
  return (
    <div className="delivery__sample">
      <Button isSmall icon="mail" isBusy={send.isPending} onClick={() => send.mutate()}>
        {sampleTexts.action}
      </Button>
      <p className="wizard__hint">{sampleTexts.hint}</p>
    </div>
  )
}

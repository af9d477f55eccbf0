import { toProblem } from '../../../api/problem.ts'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { useChangeSettings, useSettings } from '../../auth/settings.ts'
import { DigestPushSwitch } from '../../push/DigestPushSwitch.tsx'
import { DigestSample } from './DigestSample.tsx'
import { texts } from './texts.ts'

/** The user's digest settings, repeated in the wizard. Every change is saved immediately. */
export function Delivery() {
  const settings = useSettings()
  const { mutate: change } = useChangeSettings()
  if (settings.isError && !settings.data) {
    return (
      <PartFailed query={settings} retry={texts.retry}>
        {toProblem(settings.error).sentence}
      </PartFailed>
    )
  }
  if (!settings.data) {
    return (
      <Skeleton label={texts.loading}>
        <Bone height="6rem" />
      </Skeleton>
    )
  }
  return (
    <div className="delivery">
      <p className="wizard__hint">{texts.app}</p>
      <Switch
        label={texts.mail}
        hint={texts.mailHint}
        isOn={settings.data.mail.digest}
        onToggle={digest => change({ mail: { digest } })}
      />
      <DigestSample />
      <DigestPushSwitch label={texts.push} hint={texts.pushHint} settings={settings.data} />
    </div>
  )
}

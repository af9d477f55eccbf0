import { useDevice } from '../../device/DeviceContext.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { texts } from './texts.ts'
import { counter, useConsent } from './useConsent.ts'

/** Where the answer can be changed; nothing where nobody counts. */
export function CountingSwitch() {
  return useDevice().isCounted ? <Answer /> : null
}

function Answer() {
  const [consent, analytics] = useConsent()
  if (consent === 'never') return <p className="switch__hint">{texts.never}</p>
  return (
    <Switch
      label={texts.setting}
      hint={texts.settingHint(counter())}
      isOn={consent === 'yes'}
      onToggle={analytics.answer}
    />
  )
}

import { useDevice } from '../../device/DeviceContext.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { texts } from './texts.ts'
import { analyticsServiceName, useConsent } from './useConsent.ts'

/** Switch to change the consent. Renders nothing if analytics isn't set up. */
export function AnalyticsSwitch() {
  return useDevice().hasAnalytics ? <ConsentSwitch /> : null
}

function ConsentSwitch() {
  const [consent, analytics] = useConsent()
  if (consent === 'never') return <p className="switch__hint">{texts.never}</p>
  return (
    <Switch
      label={texts.setting}
      hint={texts.settingHint(analyticsServiceName())}
      isOn={consent === 'yes'}
      onToggle={analytics.setConsent}
    />
  )
}

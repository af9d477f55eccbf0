import { AnalyticsSwitch } from '../analytics/AnalyticsSwitch.tsx'
import { useInstallation } from '../help/installation.ts'
import { LegalPage } from './LegalPage.tsx'
import { privacyChangedOn, privacySections } from './privacy.ts'
import { texts } from './texts.ts'

const { title, lead } = texts.privacy

export default function PrivacyScreen() {
  const here = useInstallation()
  return (
    <LegalPage
      title={title}
      lead={lead(here.productName)}
      changedOn={privacyChangedOn}
      sections={privacySections(here)}
      below={{ counting: <AnalyticsSwitch /> }}
    />
  )
}

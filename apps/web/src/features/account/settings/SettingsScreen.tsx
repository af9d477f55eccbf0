import type { Settings, SettingsChange } from '@recaps/contract'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { toProblem } from '../../../api/problem.ts'
import { Card } from '../../../ui/Card.tsx'
import { Regions } from '../../../ui/ErrorBoundary.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { AnalyticsSwitch } from '../../analytics/AnalyticsSwitch.tsx'
import { useChangeSettings, useSettings } from '../../auth/settings.ts'
import { OfflineCard } from '../../offline/OfflineCard.tsx'
import { PushCard } from '../../push/PushCard.tsx'
import { DeleteCard } from './DeleteCard.tsx'
import { DeviceCard } from './DeviceCard.tsx'
import { ExportCard } from './ExportCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SummariesCard } from './SummariesCard.tsx'
import { TimeZoneCard } from './TimeZoneCard.tsx'
import { texts } from './texts.ts'
import '../account.css'
import './settings.css'

/** Loaded lazily: it needs the texts and requests of Popular, and most users have hidden nothing. */
const HiddenCard = lazy(() => import('../../popular/hidden/HiddenCard.tsx'))

/** Every change is saved at once; there is no save button. */
export default function SettingsScreen() {
  const settings = useSettings()
  const change = useChangeSettings()
  return (
    <Page
      title={texts.title}
      width="form"
      actions={
        <span className="settings__saved" role="status">
          {change.isSuccess && texts.saved}
        </span>
      }
    >
      {settings.isError && !settings.data && (
        <LoadFailed texts={texts.failed} {...toProblem(settings.error)} onRetry={() => settings.refetch()} />
      )}
      {settings.isPending && <SettingsSkeleton />}
      {settings.data && <SettingsCards settings={settings.data} onChange={change.mutate} />}
    </Page>
  )
}

function SettingsCards({ settings, onChange }: { settings: Settings; onChange(change: SettingsChange): void }) {
  const { mail, privacy, support } = texts
  return (
    <div className="account">
      <Regions name="settings">
        <SummariesCard settings={settings} onChange={onChange} />
        <TimeZoneCard zone={settings.timeZone} onChange={onChange} />
        <Card title={mail.title}>
          <Switch
            label={mail.digest}
            hint={mail.digestHint}
            isOn={settings.mail.digest}
            onToggle={digest => onChange({ mail: { digest } })}
          />
        </Card>
        <PushCard settings={settings} />
        <DeviceCard />
        <OfflineCard />
        <Card title={privacy.title}>
          <div className="settings__rows">
            <Switch
              label={privacy.popular}
              hint={privacy.popularHint}
              isOn={settings.showInPopular}
              onToggle={showInPopular => onChange({ showInPopular })}
            />
            <AnalyticsSwitch />
          </div>
        </Card>
        <Suspense>
          <HiddenCard />
        </Suspense>
        <SessionsCard />
        <ExportCard />
        <DeleteCard />
        <Card title={support.title}>
          <p className="account__lead">{support.lead}</p>
          <Link className="button button--secondary" to="/feedback" state={{ from: '/settings' }}>
            {support.action}
          </Link>
          <p className="settings__papers">
            <Link to="/faq">{support.faq}</Link>
            <Link to="/terms">{support.terms}</Link>
            <Link to="/privacy">{support.privacy}</Link>
          </p>
        </Card>
      </Regions>
    </div>
  )
}

const SettingsSkeleton = () => (
  <Skeleton label={texts.loading}>
    <div className="account">
      {['16rem', '5rem', '7rem', '6rem'].map(height => (
        <div className="card" key={height}>
          <Bone width="8rem" height="1.5rem" />
          <Bone height={height} />
        </div>
      ))}
    </div>
  </Skeleton>
)

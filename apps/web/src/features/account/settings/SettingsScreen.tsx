import type { Settings, SettingsChange } from '@recaps/contract'
import { Link } from 'react-router'
import { problemOf } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { useChangeSettings, useSettings } from '../../auth/settings.ts'
import { PushCard } from '../../pushes/PushCard.tsx'
import { DeleteCard } from './DeleteCard.tsx'
import { DeviceCard } from './DeviceCard.tsx'
import { ExportCard } from './ExportCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SummariesCard } from './SummariesCard.tsx'
import { TimeZoneCard } from './TimeZoneCard.tsx'
import { texts } from './texts.ts'
import '../account.css'
import './settings.css'

/** Every choice holds as soon as it is made. */
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
        <EmptyState
          icon="warning"
          title={texts.failed.title}
          action={<Button onClick={() => settings.refetch()}>{texts.failed.action}</Button>}
        >
          {problemOf(settings.error).sentence}
        </EmptyState>
      )}
      {settings.isPending && <SettingsSkeleton />}
      {settings.data && <Everything settings={settings.data} onChange={change.mutate} />}
    </Page>
  )
}

function Everything({ settings, onChange }: { settings: Settings; onChange(change: SettingsChange): void }) {
  const { mail, privacy, support } = texts
  return (
    <div className="account">
      <SummariesCard settings={settings} onChange={onChange} />
      <TimeZoneCard zone={settings.timeZone} onChange={onChange} />
      <Card title={mail.title}>
        <div className="settings__rows">
          <Switch
            label={mail.digest}
            hint={mail.digestHint}
            isOn={settings.mail.digest}
            onToggle={digest => onChange({ mail: { digest } })}
          />
          <Switch
            label={mail.product}
            hint={mail.productHint}
            isOn={settings.mail.product}
            onToggle={product => onChange({ mail: { product } })}
          />
        </div>
      </Card>
      <PushCard settings={settings} />
      <DeviceCard />
      <Card title={privacy.title}>
        <Switch
          label={privacy.popular}
          hint={privacy.popularHint}
          isOn={settings.showInPopular}
          onToggle={showInPopular => onChange({ showInPopular })}
        />
      </Card>
      <SessionsCard />
      <ExportCard />
      <DeleteCard />
      <Card title={support.title}>
        <p className="account__lead">{support.lead}</p>
        <Link className="button button--secondary" to="/feedback">
          {support.action}
        </Link>
      </Card>
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

import type { Settings } from '@recaps/contract'
import { Button } from '../../ui/Button.tsx'
import { useChangeSettings, useSettings } from '../auth/settings.ts'
import { type PushHere, useAllowPush, usePushHere, useTopic } from './queries.ts'
import { texts } from './texts.ts'

/** Offers to tell of summaries on this device, where it could and does not. Nothing where it cannot. */
export function TellWhenReady() {
  const { data: here } = usePushHere()
  const { data: settings } = useSettings()
  if (!settings || !here) return null
  if (here.state === 'off') return <Allow settings={settings} />
  if (here.state !== 'on') return null
  const isTold = settings.push.ready && here.topics.includes('ready')
  return isTold ? <p>{texts.told}</p> : <Turn here={here} settings={settings} />
}

/** The browser asks its user; an account that wants no such message anywhere wants it again then. */
function Allow({ settings }: { settings: Settings }) {
  const allow = useAllowPush()
  const { mutate: changeSettings } = useChangeSettings()
  const tell = async () => {
    const { state } = await allow.mutateAsync()
    if (state === 'on' && !settings.push.ready) changeSettings({ push: { ready: true } })
  }
  // What went wrong was said already.
  return <Tell isBusy={allow.isPending} onPress={() => void tell().catch(() => {})} />
}

function Turn({ here, settings }: { here: PushHere & { state: 'on' }; settings: Settings }) {
  const topic = useTopic(here, settings)
  return <Tell isBusy={topic.isPending} onPress={() => topic.mutate({ topic: 'ready', isOn: true })} />
}

const Tell = ({ isBusy, onPress }: { isBusy: boolean; onPress(): void }) => (
  <Button isSmall icon="bell" isBusy={isBusy} onClick={onPress}>
    {texts.tellWhenReady}
  </Button>
)
